import { expect, test } from "vitest";
import { openCommandHost } from "./test-command.ts";

const gatepost = await openCommandHost();

const key = ["--key", "gp_any"];

test.each([
  { says: "an unknown command", args: ["fly"], hint: "Unknown command 'fly'" },
  { says: "a missing option", args: ["account", "create", "--email", "a@b.c"], hint: "'--balance <dollars>' not spec" },
  {
    says: "an amount that is none",
    args: ["account", "create", "--email", "a@b.c", "--balance", "1e3"],
    hint: "It must be an amount in dollars",
  },
  {
    says: "an id that is none",
    args: ["app", "create", "--account", "ada"],
    hint: "It must be a positive whole number",
  },
  { says: "a missing file", args: ["template", "import", "--account", "1"], hint: "Missing required argument 'file'" },
  { says: "no key", args: ["push", "1", "code", "1"], hint: "There is no key for http://127.0.0.1:3000" },
  { says: "no account", args: ["callback", "roll-secret"], hint: "There is no account: give --account" },
  {
    says: "a value that is no JSON",
    args: ["push", "1", "code", "{", "--json-value", ...key],
    hint: "leave --json-value out",
  },
  {
    says: "a variable without a value",
    args: ["task", "create", "--template", "t", "--url", "http://a.example", "--var", "login", ...key],
    hint: "a name and a value, such as login=ada",
  },
  {
    says: "a variable that is no JSON",
    args: ["task", "create", "--template", "t", "--url", "http://a.example", "--json-var", "a=yes", ...key],
    hint: "The value of a is not JSON; use --var for a text",
  },
  {
    says: "a variable that is given and awaited",
    args: ["task", "create", "--template", "t", "--url", "http://a.example", "--var", "a=1", "--wait", "a", ...key],
    hint: "The variable a is given twice",
  },
  {
    says: "a bid that takes off",
    args: ["account", "set", "1", "--bid", "-1"],
    hint: "It must be an amount in dollars",
  },
  { says: "an id that no row can have", args: ["key", "list", "--account", "2147483648"], hint: "at most 2147483647" },
  {
    says: "an address that is none",
    args: ["key", "create", "--account", "1", "--name", "a", "--address", "office"],
    hint: "office is no address",
  },
  {
    says: "an expiry that has passed",
    args: ["key", "create", "--account", "1", "--name", "a", "--expires", "2020-01-01"],
    hint: "It must be in the future",
  },
  { says: "a grace without a unit", args: ["key", "roll", "1", "--account", "1", "--grace", "5"], hint: "24h or 7d" },
  {
    says: "a correction without a reason",
    args: ["correct", "balance", "1", "--by", "-1"],
    hint: "'--reason <text>' not specified",
  },
  {
    says: "a count that has a ledger",
    args: ["correct", "count", "1", "--metric", "ready", "--at", "2026-11-20", "--by", "1", "--reason", "x"],
    hint: "view_excluded",
  },
  { says: "a shell that nobody has", args: ["completion", "fish"], hint: "bash, zsh" },
  { says: "CSV and JSON at once", args: ["stats", "1", "--csv", "--json", ...key], hint: "cannot be used with" },
  { says: "an unknown mode", args: ["stats", "1", "--mode", "clicks", ...key], hint: "errors, views, downloads" },
])("$says is wrong usage: one sentence that names the help, and exit code 2", async ({ args, hint }) => {
  const { code, stdout, stderr } = await gatepost(args);
  expect(stderr).toContain(hint);
  expect(stderr).toMatch(/See npx gatepost [a-z -]*--help\.\n$/);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test.each([
  "migrate",
  "demo",
  ...["create", "top-up", "suspend", "list", "set"].map((one) => `account ${one}`),
  ...["create", "list", "roll", "revoke"].map((one) => `key ${one}`),
  ...["create", "list", "publish"].map((one) => `app ${one}`),
  ...["import", "export", "list", "lint"].map((one) => `template ${one}`),
  ...["create", "result", "watch", "cancel", "list"].map((one) => `task ${one}`),
  "push",
  "stats",
  "refund",
  "correct balance",
  "correct count",
  "check",
])("gatepost %s has help with an example, and answers as JSON", async (command) => {
  const { code, stdout } = await gatepost([...command.split(" "), "--help"]);
  expect(stdout).toContain(`Example:\n  npx gatepost ${command}`);
  expect(stdout).toContain("--json");
  expect(code).toBe(0);
});

test("help shows each command as it is called", async () => {
  expect((await gatepost(["push", "--help"])).stdout).toContain("\n  npx gatepost push 1000 2fa_input_value 349001\n");
  const completion = (await gatepost(["completion", "--help"])).stdout;
  expect(completion).toContain('\n  eval "$(npx gatepost completion bash)"\n');
  expect(completion.replaceAll(/\s+/g, " ")).toContain("It also defines gatepost, unless that is on the path.");
});
