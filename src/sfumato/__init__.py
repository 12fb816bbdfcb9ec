"""sfumato: replace what would disclose a secret by something true but less precise."""
