import { expect, test } from "vitest";
import { gatepostHere as gatepost } from "./test-command.ts";

const key = "--key gp_any";
const create = "task create --template t --url http://a.example";
const createKey = "key create --account 1 --name a";

test.each([
  ["an unknown command", "fly", "Unknown command 'fly'"],
  ["a missing option", "account create --email a@b.c", "'--balance <dollars>' not spec"],
  ["an id that is none", "app create --account ada", "It must be a positive whole number"],
  ["a missing file", "template import --account 1", "Missing required argument 'file'"],
  ["no key", "push 1 code 1", "There is no key for http://127.0.0.1:3000"],
  ["no account", "callback roll-secret", "There is no account: give --account"],
  ["a value that is no JSON", `push 1 code { --json-value ${key}`, "leave --json-value out"],
  ["a variable without a value", `${create} --var login ${key}`, "a name and a value, such as login=ada"],
  [
    "a variable that is no JSON",
    `${create} --json-var a=yes ${key}`,
    "The value of a is not JSON; use --var for a text",
  ],
  ["a variable that is given and awaited", `${create} --var a=1 --wait a ${key}`, "The variable a is given twice"],
  ["a bid that takes off", "account set 1 --bid -1", "It must be an amount in dollars"],
  ["an id that no row can have", "key list --account 2147483648", "at most 2147483647"],
  ["an address that is none", `${createKey} --address office`, "office is not an IP address"],
  ["an expiry that has passed", `${createKey} --expires 2020-01-01`, "It must be in the future"],
  ["a grace without a unit", "key roll 1 --account 1 --grace 5", "24h or 7d"],
  ["a correction without a reason", "correct balance 1 --by -1", "'--reason <text>' not specified"],
  ["a count that has a ledger", "correct count 1 --metric ready --at 2026-11-20 --by 1 --reason x", "view_excluded"],
  ["an unknown shell", "completion fish", "bash, zsh"],
  ["CSV and JSON at once", `stats 1 --csv --json ${key}`, "cannot be used with"],
  ["an unknown mode", `stats 1 --mode clicks ${key}`, "errors, views, downloads"],
])("%s is wrong usage: one sentence that names the help, and exit code 2", async (_, command, hint) => {
  const { code, stdout, stderr } = await gatepost(command);
  expect(stderr).toContain(hint);
  expect(stderr).toMatch(/See npx gatepost [a-z -]*--help\.\n$/);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("help shows each command as it is called", async () => {
  expect((await gatepost("push --help")).stdout).toContain("\n  npx gatepost push 1000 2fa_input_value 349001\n");
  expect((await gatepost("account")).stderr).toMatch(/^Usage: npx gatepost account /);
  const completion = (await gatepost("completion --help")).stdout;
  expect(completion).toContain('\n  eval "$(npx gatepost completion bash)"\n');
  expect(completion.replaceAll(/\s+/g, " ")).toContain("It also defines gatepost, unless that is on the path.");
});
