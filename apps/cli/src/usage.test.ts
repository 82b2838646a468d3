import { expect, test } from "vitest";
import { gatepost } from "./test-command.ts";

const key = ["--key", "gp_any"];

test.concurrent.each([
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
  { says: "no key", args: ["push", "1", "code", "1"], hint: "'--key <key>' not specified" },
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
    says: "a variable that is given and awaited",
    args: ["task", "create", "--template", "t", "--url", "http://a.example", "--var", "a=1", "--wait", "a", ...key],
    hint: "The variable a is given twice",
  },
  { says: "an unknown mode", args: ["stats", "1", "--mode", "clicks", ...key], hint: "errors, views, downloads" },
])("$says is wrong usage: one sentence that names the help, and exit code 2", async ({ args, hint }) => {
  const { code, stdout, stderr } = await gatepost(args);
  expect(stderr).toContain(hint);
  expect(stderr).toMatch(/See gatepost [a-z ]*--help\.\n$/);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test.concurrent.each([
  "account create",
  "app create",
  "template import",
  "task create",
  "task result",
  "push",
  "stats",
])("gatepost %s has help with an example", async (command) => {
  const { code, stdout } = await gatepost([...command.split(" "), "--help"]);
  expect(stdout).toContain(`Example:\n  gatepost ${command}`);
  expect(stdout).toContain("--json");
  expect(code).toBe(0);
});
