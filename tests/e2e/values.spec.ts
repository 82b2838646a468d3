import { waitForIt } from "@gatepost/contract/limits";
import type { Step } from "@gatepost/contract/steps";
import "@gatepost/domain/platform/exact-json";
import { expect, test } from "./flow.ts";

/**
 * How values are typed (docs/contract.md, section 3): strings unchanged, null empties the field, anything else as compact
 * JSON, with numbers as they were sent.
 */

/** Opens the page, types what the variable of that name holds, sends it, and reads what the site has received. */
const echo = (name: string): Step[] => [
  { type: "OPEN_PAGE", url: { variable: "page" } },
  { type: "FILL_INPUT", selector: { permanent: "#value" }, value: { variable: name } },
  { type: "PRESS_KEY", key: { permanent: "Enter" } },
  { type: "WAIT_FOR_ELEMENT", selector: { permanent: "#received-value" } },
  { type: "READ_TEXT", selector: { permanent: "#received-value" }, as: { permanent: name } },
];
const waitFor = (name: string): Step => ({ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: name } });

/** Values of each JSON type, with what the page gets. */
const types: Record<string, [value: unknown, typed: string][]> = {
  string: [
    ["349001", "349001"],
    ["", ""],
    ["  two  spaces  ", "  two  spaces  "],
    ['Ünïcödé 😀 <b>&amp; "quotes" \\', 'Ünïcödé 😀 <b>&amp; "quotes" \\'],
    ["null", "null"],
    [waitForIt, waitForIt],
  ],
  null: [[null, ""]],
  boolean: [
    [true, "true"],
    [false, "false"],
  ],
  number: [
    [0, "0"],
    [349_001, "349001"],
    [-1.5, "-1.5"],
    [1e21, "1e+21"],
  ],
  "exact number (F1)": ["9007199254740993", "12345678901234567890", "1e400", "1.10", "-0"].map((text) => [
    JSON.rawJSON(text),
    text,
  ]),
  array: [
    [[], "[]"],
    [[1, "two", null], '[1,"two",null]'],
  ],
  object: [
    [{}, "{}"],
    [{ a: { b: ["c d"] } }, '{"a":{"b":["c d"]}}'],
  ],
};

/** A task that sends each of the values, and what the site must have received of them. */
function echoes(values: [value: unknown, typed: string][]) {
  const named = values.map(([value, typed], n) => ({ name: `v${n}`, value, typed }));
  const received = Object.fromEntries(named.map(({ name, typed }) => [name, JSON.stringify(typed)]));
  return { named, received };
}

for (const [type, values] of Object.entries(types)) {
  test(`${type}: ${values.map(([value]) => JSON.stringify(value)).join(", ")} when pushed`, async ({
    caller,
    installation,
  }) => {
    const { named, received } = echoes(values);
    const late = Object.fromEntries(named.map(({ name }) => [name, waitForIt]));
    const steps = named.flatMap(({ name }) => [waitFor(name), ...echo(name)]);
    const taskId = await caller.run(steps, "/", { ...late, page: `${installation.site.url}/echo` });
    for (const { name, value } of named) await caller.client.pushAntiGateVariable({ taskId, name, value });
    expect((await caller.solution(taskId)).texts).toEqual(received);
  });
}

test("one of each type when given at creation", async ({ caller, installation }) => {
  const { named, received } = echoes(Object.values(types).map(([first]) => first as [unknown, string]));
  const given = Object.fromEntries(named.map(({ name, value }) => [name, value]));
  const steps = named.flatMap(({ name }) => [waitFor(name), ...echo(name)]);
  const taskId = await caller.run(steps, "/", { ...given, page: `${installation.site.url}/echo` });
  expect((await caller.solution(taskId)).texts).toEqual(received);
});

test("lines stay lines in a field that has them", async ({ caller }) => {
  const steps: Step[] = [
    { type: "FILL_INPUT", selector: { permanent: "#long" }, value: { variable: "given" } },
    { type: "CLICK", selector: { permanent: "button" } },
    { type: "READ_TEXT", selector: { permanent: "#received-long" }, as: { permanent: "long" } },
  ];
  const taskId = await caller.run(steps, "/echo", { given: "one\n\ttwo\n" });
  expect((await caller.solution(taskId)).texts.long).toBe(JSON.stringify("one\r\n\ttwo\r\n"));
});

test("64 KiB reach the page whole", async ({ caller, installation }) => {
  const long = "abcdefgh".repeat(8_191);
  const page = `${installation.site.url}/echo`;
  const taskId = await caller.run([waitFor("given"), ...echo("given")], "/", { given: waitForIt, page });
  await caller.client.pushAntiGateVariable({ taskId, name: "given", value: long });
  expect((await caller.solution(taskId)).texts.given).toBe(JSON.stringify(long));
});
