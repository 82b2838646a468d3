import { fileBytes, largeBody, limits } from "@gatepost/contract/limits";
import { expect, test } from "vitest";
import { checkLimits, holdMemory } from "./body-limits.ts";

test("S2: large bodies of calls under way have 32 MiB in all, and small ones are always answered", () => {
  const underWay = Array.from({ length: 8 }, () => holdMemory(largeBody.bytes));
  const refused = expect.objectContaining({ code: "ERROR_SERVICE_UNAVAILABLE" });
  expect(() => holdMemory(limits.bodyBytes + 1)).toThrow(refused);
  holdMemory(limits.bodyBytes)[Symbol.dispose]();
  for (const body of underWay) body[Symbol.dispose]();
  holdMemory(2 * largeBody.maxBytes)[Symbol.dispose]();
  expect(() => holdMemory(largeBody.maxBytes)[Symbol.dispose]()).not.toThrow();
});

const settings = { largeBodyBytes: largeBody.bytes };
/** A file that is so many bytes as JSON, its content as long as possible. */
const file = (bytes: number, name = "a") => {
  const rest = Buffer.byteLength(JSON.stringify({ name, type: "", base64: "" }));
  const content = Math.floor((bytes - rest) / 4) * 4;
  return { name: name + "b".repeat(bytes - rest - content), type: "", base64: "A".repeat(content) };
};
const name = (length: number) => "n".repeat(length);
/** A string that is so many bytes as JSON. */
const value = (bytes: number) => "x".repeat(bytes - 2);
const task = (variables: unknown) => ({ task: { variables } });
const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, 1]));
const check = (method: string, body: Record<string, unknown>) => () =>
  checkLimits(method, body, { size: Buffer.byteLength(JSON.stringify(body)), settings });

test.for([
  // Short as it came, long as it would be stored.
  ["createTask", task({ code: Array(4_000).fill(1e20) }), "64 KiB"],
  ["createTask", { task: { template: { name: value(limits.templateBytes) } } }, "task.template is over 256 KiB"],
  ["createTask", task({ code: file(fileBytes() + 1) }), "task.variables.code is over 3 MiB as JSON"],
  ["pushAntiGateVariable", { name: "code", value: file(fileBytes() + 1) }, "value is over 3 MiB as JSON"],
  [
    "createTask",
    task({ code: { ...file(limits.variableBytes), base64: `${"A".repeat(limits.variableBytes)}!` } }),
    "64 KiB",
  ],
  ["createTask", task({ code: file(limits.variableBytes * 2, name(limits.variableBytes)) }), "64 KiB"],
  [
    "createTask",
    task({ [name(129)]: value(limits.variableBytes), [name(130)]: 1, ...numbered(100) }),
    /^Over a limit: task.variables has more than 100 variables. Over a limit: a name in task.variables has more than 128 characters.$/,
  ],
] as const)("%s: over a limit, which is named", ([method, body, named]) => {
  expect(check(method, body)).toThrow(expect.objectContaining({ code: "ERROR_REQUEST_TOO_LARGE" }));
  expect(check(method, body)).toThrow(named);
});

test.for([
  ["pushAntiGateVariable", { name: "😀".repeat(128), value: 1 }],
  ["createTask", { task: { template: value(limits.templateBytes), note: value(limits.bodyBytes) } }],
  ["createTask", task([name(129)])],
  ["createTask", { name: name(129), value: value(limits.variableBytes + 1) }],
  ["createTask", task({ code: file(fileBytes()) })],
  ["pushAntiGateVariable", { name: "code", value: file(fileBytes()) }],
  ["getBalance", { name: name(129), ...task(numbered(101)) }],
] as const)("%s: within the limits, or for the schema to judge, or not its property", ([method, body]) => {
  expect(check(method, body as Record<string, unknown>)).not.toThrow();
});
