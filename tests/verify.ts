import { describe, runChecks } from "./checks.ts";

/** What is run before each commit: format, lint, import law and types of everything, in seconds. */
const checked = await runChecks((one) => console.log(describe(one)));
const wrong = checked.filter(({ passed }) => !passed);
if (wrong.length > 0) {
  console.error(
    `\nNot right: ${wrong.map(({ name }) => name).join(", ")}. Format and simple fixes: npx biome check --write`,
  );
  process.exitCode = 1;
}
