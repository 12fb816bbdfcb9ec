// What harper complains about in texts: `node grammar.mjs FOLDER`, where FOLDER has node_modules/harper.js.
//
// One JSON string a line comes in, one JSON list a line goes out: {rule, kind, start, end}, places in code points.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const folder = pathToFileURL(join(process.argv[2], "node_modules/harper.js/dist/"));
const { LocalLinter } = await import(new URL("index.js", folder));
const { binary } = await import(new URL("binary.js", folder));
const linter = new LocalLinter({ binary });
await linter.setLintConfig({ ...(await linter.getDefaultLintConfig()), SpellCheck: false });

// Places of harper are those of UTF-16, in which a character may take two.
const points = (text, end) => Array.from(text.slice(0, end)).length;

for await (const line of createInterface({ input: process.stdin })) {
  const text = JSON.parse(line);
  // Overlapping complaints stay: which of them counts is for the reader to say.
  const found = await linter.organizedLints(text, { language: "plaintext", dedup: false });
  const complaints = Object.entries(found).flatMap(([rule, lints]) =>
    lints.map((lint) => {
      const { start, end } = lint.span();
      return { rule, kind: lint.lint_kind(), start: points(text, start), end: points(text, end) };
    }),
  );
  console.log(JSON.stringify(complaints));
}
