import { join } from "node:path";
import { expect, test } from "vitest";
import { openOperator, refusal } from "./test-operator.ts";

const operator = await openOperator();
const { operate, answer, newAccount, documentFile } = operator;

const steps = [{ type: "WAIT_FOR_ELEMENT", selector: { permanent: "h1" } }];

test("template import saves a template, and what changed under the same name as its next version", async () => {
  const { accountId } = await newAccount();
  const save = (document: object) =>
    answer<{ templateId: number; version: number }>(
      `template import ${documentFile("heading.json", document)} --account ${accountId}`,
    );
  const first = await save({ name: "Heading", steps });
  expect(first).toMatchObject({ version: 1 });
  expect(await save({ name: "Heading", steps })).toEqual(first);
  expect(await save({ name: "Heading", steps, timeout: 60 })).toEqual({ ...first, version: 2 });
});

const notPermanent = { name: "W", steps: [{ type: "WAIT_FOR_VARIABLE_VALUE", name: { variable: "v" } }] };

test.each([
  ["a file that is not there", join(operator.folder, "none.json"), /none\.json cannot be read \(ENOENT\)/],
  ["a file that is not JSON", documentFile("bad.json", "{"), /bad\.json is not JSON/],
  ["a wait whose name is not permanent", documentFile("wait.json", notPermanent), /steps\.1\.name/],
])("template import refuses %s", async (_, file, hint) => {
  const { code, stderr } = await operate(`template import ${file} --account 1`);
  expect(stderr).toMatch(hint);
  expect(code).toBe(1);
});

test("template import accepts what template export prints; lint and import print warnings", async () => {
  const { accountId } = await newAccount();
  const account = `--account ${accountId}`;
  const file = documentFile("odd.json", { name: "Odd", steps: [{ type: "CLICK", selector: { permanent: "#go" } }] });
  const imported = await operate(`template import ${file} ${account}`);
  expect(imported).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Warning: steps\.1: Nothing after it waits .*add WAIT/),
  });
  const linted = await operate(`template lint ${file}`);
  expect(linted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Warning: steps\.1: Nothing after it/) });
  const exported = await operate(`template export Odd ${account}`);
  const again = documentFile("again.json", exported.stdout);
  expect(await answer(`template import ${again} ${account}`)).toMatchObject({ version: 1 });
  expect(await answer(`template list-all ${account}`)).toMatchObject({
    items: [{ name: "Odd", version: 1, steps: 1 }],
  });
  expect(await operate(`template export Odd ${account} --version 2`)).toMatchObject({
    code: 1,
    stderr: `There is no template of account ${accountId} named Odd with a version 2.\n`,
  });
  const broken = await operate(`template lint ${documentFile("broken.json", { name: "B", steps: [] })}`);
  expect(broken).toMatchObject(refusal("steps"));
});

test("template lint prints every problem of a file, and steps explains the steps", async () => {
  const steps = [{ type: "CLIK" }, { type: "CLICK" }];
  const linted = await operate(`template lint ${documentFile("bad.json", { name: "B", steps })}`);
  expect(linted.code).toBe(1);
  expect(linted.stderr.split("\n").map((line) => line.replace(/:.*/, ""))).toEqual([
    "steps.1.type",
    "steps.2.selector",
    "",
  ]);
  const { stdout } = await operate("template steps");
  expect(stdout).toMatch(/^OPEN_PAGE +Opens an address and waits until its document is loaded/m);
  const click = await operate("template steps click");
  expect(click.stdout).toMatch(/^## CLICK\n[\s\S]*`selector`[\s\S]*"button\[type=submit\]"[\s\S]*Fails if/);
  expect(await operate("template steps CLIK")).toMatchObject(refusal('Did you mean "CLICK"?', 2));
});
