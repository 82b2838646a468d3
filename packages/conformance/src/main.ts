#!/usr/bin/env node
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Result, runCheck } from "./check.ts";
import { checks } from "./checks.ts";
import { junit, summary, table } from "./report.ts";
import { keyOptions, type Options, Service } from "./service.ts";

const usage = `Usage: gatepost-conformance --base-url <url> --client-key <key> [options]

Checks whether a service keeps the rules of the protocol. Creates tasks, drafts and templates
in the account of the key, and cancels or deletes them again.

  --base-url <url>       the service's address; or the variable GATEPOST_URL
  --client-key <key>     a key with all rights; or the variable GATEPOST_KEY
${Object.values(keyOptions)
  .map(([option, what]) => `  ${`--${option} <key>`.padEnd(28)} ${what}`)
  .join("\n")}
  --soft-id <id>         an application of the account; otherwise one that its tasks name
  --page <url>           a page that workers may open (default: https://example.com/)
  --template <name>      a template that waits for a late variable, if the service takes no drafts
  --variable <name>      that variable (default: code)
  --variables <json>     values for the template's other variables
  --patience <seconds>   how long a task may take to get somewhere (default: 90)
  --no-workers           leaves out what needs a worker, and so most of the time
  --only <text>          only checks with this text in their name or section
  --only-spec            only what the specification says, and nothing that it leaves open
  --list                 lists the checks, and makes none
  --json                 prints the results as JSON
  --junit <file>         writes them as JUnit XML
  --help                 prints this

Exit code: 0 if no check failed, 1 if one failed, 2 if the checks could not be made.`;

/** Those of the usage, which names the value of each that has one. */
const options = Object.fromEntries(
  Array.from(usage.matchAll(/^ {2}--(\S+)( <)?/gm), ([, name, value]) => [
    name,
    { type: value ? ("string" as const) : ("boolean" as const) },
  ]),
);

async function main(): Promise<number> {
  const values: Record<string, unknown> = parseArgs({ options }).values;
  if (values.help) return say(usage);
  const given = (name: string) => values[name] as string | undefined;
  const chosen = checks.filter(
    ({ name, origin, section }) =>
      (!values["only-spec"] || origin === "specification") &&
      `${origin} ${section} ${name}`.toLowerCase().includes((given("only") ?? "").toLowerCase()),
  );
  const listed = chosen.map(({ origin, section, name }) => `${origin} ${section}: ${name}\n`);
  if (values.list) return say(`${listed.join("")}${chosen.length} checks`);
  // A wrong text would pass for a service that keeps all rules.
  if (chosen.length === 0) throw new Error("No check has the text of --only. See --list.");

  const service = await Service.open({ ...readOptions(given), withoutWorkers: values["no-workers"] === true });
  const results: Result[] = [];
  for (const check of chosen) {
    const result = await runCheck(check, service);
    results.push(result);
    if (!values.json) console.log(table(result));
  }
  const plain = results.map(({ check: { run, ...check }, ...result }) => ({ ...check, ...result }));
  say(values.json ? JSON.stringify(plain, null, 2) : `\n${summary(results)}`);
  if (values.junit) writeFileSync(given("junit") ?? "", junit(results));
  return results.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

function readOptions(given: (name: string) => string | undefined): Options {
  const baseUrl = given("base-url") ?? process.env.GATEPOST_URL;
  const clientKey = given("client-key") ?? process.env.GATEPOST_KEY;
  if (!baseUrl || !clientKey) throw new Error("--base-url and --client-key are needed. See --help.");
  const integer = (name: string) => {
    const value = given(name);
    if (value !== undefined && !/^\d{1,15}$/.test(value)) throw new Error(`--${name} must be a number.`);
    return value === undefined ? undefined : Number(value);
  };
  const keys = Object.entries(keyOptions).map(([name, [option]]) => [name, given(option)]);
  return {
    baseUrl,
    clientKey,
    ...Object.fromEntries(keys),
    softId: integer("soft-id"),
    page: given("page"),
    template: given("template"),
    variable: given("variable"),
    variables: readVariables(given("variables") ?? "{}"),
    patience: integer("patience"),
  };
}

function readVariables(json: string): Options["variables"] {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('--variables must be JSON, such as {"login": "ada"}.');
  }
}

function say(words: string): 0 {
  console.log(words);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
