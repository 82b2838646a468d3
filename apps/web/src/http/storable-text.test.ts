import { expect, test } from "vitest";
import { checkStorable, refuseUnstorable } from "./check-request.ts";

const check = (input: object) => () => checkStorable(input, JSON.stringify(input));

test.for([
  [{ task: { templateName: "a\0b" } }, "task.templateName"],
  [{ task: { domainsOfInterest: ["a", "\0"] } }, "task.domainsOfInterest[1]"],
  [{ name: "\udfff\ud800" }, "name"],
  [{ value: { deep: ["\udfff"] } }, "value.deep[0]"],
  [{ value: { "\ud800": 1 } }, 'value["\\ud800"]'],
  [{ task: { variables: { code: "349\ud83d" } } }, "task.variables.code"],
] as const)("what cannot be stored unchanged is refused: %j", ([input, path]) => {
  expect(check(input)).toThrow(expect.objectContaining({ code: "ERROR_BAD_REQUEST" }));
  expect(check(input)).toThrow(path);
});

test.for([
  { value: "\0" },
  { value: { deep: ["\0"] } },
  { task: { variables: { code: "\0" } } },
  { name: "\\u0000" },
  { template: { steps: [{ type: "\0" }] } },
  { name: "\u{1f600}" },
])(
  "a value may hold U+0000, a template has its own check, its escape may be spelled out, and whole pairs are characters: %j",
  (input) => {
    expect(check(input)).not.toThrow();
  },
);

test("to look for such text takes no longer than a few times what it takes to read the body", () => {
  const text = JSON.stringify({ a: Array(49_000).fill(1) });
  const input: unknown = JSON.parse(text);
  /** The least of many: garbage that others left is collected meanwhile. */
  const costOf = (work: () => unknown) =>
    Math.min(
      ...Array.from({ length: 30 }, () => {
        const before = process.cpuUsage();
        work();
        const { user, system } = process.cpuUsage(before);
        return user + system;
      }),
    );
  expect(costOf(() => refuseUnstorable(input))).toBeLessThan(5 * costOf(() => JSON.parse(text)));
});
