import { describe, formatCheck, runChecks } from "./checks.ts";

/** Runs before each commit: format, lint, import rules and types of everything, in seconds. */
const checked = await runChecks((one) => console.log(describe(one)));
const wrong = checked.filter(({ passed }) => !passed);
if (wrong.length > 0) {
  const names = wrong.map(({ name }) => name);
  const fix = names.includes(formatCheck) ? " Format and simple fixes: npx biome check --write" : "";
  console.error(`\nNot right: ${names.join(", ")}.${fix}`);
  process.exitCode = 1;
}
