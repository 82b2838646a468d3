import { expect, test } from "vitest";
import { newCaller, openTestContext } from "../platform/testing.ts";
import { builtInTemplates, installBuiltInTemplates } from "./built-in/install.ts";
import { saveTemplate } from "./save-template.ts";

const system = await openTestContext();
const owner = await newCaller(system);

const click = { type: "CLICK", selector: "#go" };
const wait = { type: "WAIT_FOR_VARIABLE_VALUE", name: "c" };
const press = (key: string) => ({ type: "PRESS_KEY", key: { permanent: key } });
function save(document: unknown) {
  return saveTemplate({ ctx: system, input: { accountId: owner.actor.accountId, document } });
}

test("two saves of one name at once make one template with two versions", async () => {
  const saved = await Promise.all([save({ name: "B", steps: [click] }), save({ name: "B", steps: [click, click] })]);
  expect(saved[0]?.templateId).toBe(saved[1]?.templateId);
  expect(saved.map(({ version }) => version).sort()).toEqual([1, 2]);
});

test.each<[sentence: string, steps: unknown[], problem: RegExp]>([
  ["a pattern that cannot run in linear time", [{ ...wait, pattern: "(a)\\1" }], /steps\.1\.pattern/],
  [
    "a pattern that is too large",
    [{ ...wait, pattern: "(?:abc){1000}" }],
    /^steps\.1\.pattern: .* has 4,004 instructions, and/,
  ],
  [
    "more text than a call may carry",
    Array.from({ length: 5 }, () => ({ type: "OPEN_PAGE", url: { permanent: "a".repeat(60_000) } })),
    /^The template has [\d,]+ bytes as JSON, and may have 262,144\./,
  ],
  [
    "a chord of so many keys that reading it takes long",
    [press(`${"Control+".repeat(30_000)}A`)],
    /steps\.1\.key\.permanent/,
  ],
  [
    "a key that pastes what another task may have copied",
    [press("Control+V")],
    /steps\.1\.key\.permanent: .* FILL_INPUT/,
  ],
  [
    "a selector that is not CSS",
    [{ ...click, selector: "a >> b" }],
    /^steps\.1\.selector: The selector of CLICK holds ">>"/,
  ],
  ["a variable that could reach a prototype", [{ ...click, selector: { variable: "__proto__" } }], /__proto__/],
  ["no step at all", [], /steps/],
  [
    "a wait for what every page shows",
    [{ type: "WAIT_FOR_TEXT", text: " " }],
    /^steps\.1\.text: It must be a text that is not/,
  ],
  [
    "a NUL in a text",
    [{ ...click, selector: { permanent: "a\0" } }],
    /steps\.1\.selector\.permanent: It contains a NUL/,
  ],
  ["half a character", [{ ...click, selector: { variable: "\ud800" } }], /steps\.1\.selector\.variable: .*surrogate/],
])("%s is refused when the template is saved", async (_, steps, problem) => {
  await expect(save({ name: "C", steps })).rejects.toMatchObject({
    code: "ERROR_BAD_REQUEST",
    message: expect.stringMatching(problem),
  });
});

test("a template of an account that does not exist is refused by name", async () => {
  const asked = saveTemplate({ ctx: system, input: { accountId: 99_999, document: { name: "D", steps: [click] } } });
  await expect(asked).rejects.toMatchObject({ code: "ERROR_BAD_REQUEST", message: "There is no account 99999." });
});

test("built-in templates are installed once, and again without a new version", async () => {
  await installBuiltInTemplates({ ctx: system });
  await installBuiltInTemplates({ ctx: system });
  const installed = await system.db.prisma.template.findMany({
    where: { accountId: null },
    select: { name: true, versions: { select: { number: true } } },
  });
  expect(installed).toEqual(builtInTemplates.map(({ name }) => ({ name, versions: [{ number: 1 }] })));
});
