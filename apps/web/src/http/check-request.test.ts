import type { Method } from "@gatepost/contract/method";
import { type MethodName, methods } from "@gatepost/contract/methods";
import { modes } from "@gatepost/contract/modes";
import { processorMs } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { checkStorable, parseRequest, refuseUnstorable } from "./check-request.ts";

const good = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "t" };

const between = (property: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
  `${property} must be an integer from ${min} to ${max}.`;
const unixSeconds = "date must be Unix seconds, an integer from 0 to 253370678400.";

/** What packages/conformance does not send. */
const refusals: [MethodName, Record<string, unknown>, message: string][] = [
  [
    "createTask",
    { task: { ...good, variables: { "": 1 } } },
    'task.variables[""] must be a name of 1 to 128 characters.',
  ],
  ["createTask", { task: { ...good, domainsOfInterest: ["a", 1] } }, "task.domainsOfInterest[1] must be a string."],
  [
    "createTask",
    { task: { ...good, domainsOfInterest: Array(101).fill("a") } },
    "task.domainsOfInterest must be an array of at most 100 host names.",
  ],
  [
    "createTask",
    { task: good, callbackOn: ["end", "end", "end"] },
    'callbackOn must be an array of at most 2 of "waiting" and "end".',
  ],
  ["cancelTask", { taskId: 1, reason: "a".repeat(501) }, "reason must be a string of at most 500 characters."],
  ["pushAntiGateVariable", { taskId: 1, value: 1 }, "name is missing; it must be a string."],
  ["getAppStats", { softId: 1, mode: "x" }, `mode must be one of ${modes.join(", ")}.`],
  ["getTaskResult", { taskId: -1 }, between("taskId", 1)],
  ["getTaskResult", { taskId: 2 ** 60 }, between("taskId", 1)],
  ["listSecrets", { after: 2 ** 31 }, between("after", 0, 2 ** 31 - 1)],
  ["listTemplates", { limit: 101 }, between("limit", 1, 100)],
  ["getTemplate", { name: "a", version: 0 }, between("version", 1, 2 ** 31 - 1)],
  ["saveTemplate", { ifVersion: -1 }, between("ifVersion", 0)],
  ["getSpendingStats", { date: "9".repeat(17) }, unixSeconds],
];

test.for(refusals)("%s of %j is refused: %s", ([name, body, message]) => {
  const parse = () => parseRequest(methods[name] as Method, { clientKey: "k", ...body });
  expect(parse).toThrow(expect.objectContaining({ code: "ERROR_BAD_REQUEST", message: `The property ${message}` }));
});

test("every fault is named, in the order of the documentation, and the code is the first one's; beyond ten they are counted", () => {
  const parse = (body: object) => () => parseRequest(methods.createTask, { clientKey: "k", ...body });
  const message =
    'The property task.type is missing; it must be the string "AntiGateTask". The property task.websiteURL is missing; it must be a URL. The property task.engine must be "shell" or "full". The property softId must be an integer from 0 to 9007199254740991.';
  const task = { templateName: "t", engine: "gecko" };
  expect(parse({ task, softId: "x" })).toThrow(expect.objectContaining({ code: "ERROR_TASK_NOT_SUPPORTED", message }));
  const domainsOfInterest = Array.from({ length: 12 }, (_, n) => n);
  expect(parse({ task: { ...good, domainsOfInterest } })).toThrow(
    /interest\[9\] must be a string\. There are 2 more problems\.$/i,
  );
});

test("a name that is not an identifier is quoted, and a long one truncated", () => {
  const variables = { [`a"b${"c".repeat(200)}`]: 1 };
  const parse = () => parseRequest(methods.createTask, { clientKey: "k", task: { ...good, variables } });
  expect(parse).toThrow(/^The property task\.variables\["a\\"bc{125}"\] must be/);
});

test("of thousands of filled proxy fields only the first is reported, because each costs much", () => {
  const proxies = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`proxy${n}`, 1]));
  const { error } = methods.createTask.request.safeParse({ clientKey: "", task: { ...good, ...proxies } });
  expect(error?.issues.map(({ path }) => path)).toEqual([["task", "proxy0"]]);
});

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

test("each text that cannot be stored is named, ten of them at most", () => {
  expect(check({ name: "\0", task: { domainsOfInterest: ["a", "\ud800"], variables: { code: "\udfff" } } })).toThrow(
    /property name must .* property task\.domainsOfInterest\[1\] must .* property task\.variables\.code must be text without lone/,
  );
  expect(check({ task: { domainsOfInterest: Array(12).fill("\0") } })).toThrow(/There are 2 more problems\.$/);
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
  const costOf = (work: () => unknown) => Math.min(...Array.from({ length: 30 }, () => processorMs(work)));
  expect(costOf(() => refuseUnstorable(input))).toBeLessThan(5 * costOf(() => JSON.parse(text)));
});

test("to name such text takes little where there is much of it, at every depth", () => {
  const nested = (depth: number) => JSON.parse(`${'["\\ud800",'.repeat(depth)}1${"]".repeat(depth)}`);
  const costOf = (input: unknown) => processorMs(() => expect(() => refuseUnstorable(input)).toThrow("x[0]"));
  expect(costOf({ x: nested(3_000) })).toBeLessThan(20 * costOf({ x: nested(500) }) + 100);
});
