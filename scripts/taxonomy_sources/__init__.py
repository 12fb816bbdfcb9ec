"""Where the embedded taxonomies come from: one module a source, `packages` for the files they read."""
