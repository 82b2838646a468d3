import type { Method } from "@gatepost/contract/method";
import { type MethodName, methods } from "@gatepost/contract/methods";
import { modes } from "@gatepost/contract/modes";
import { expect, test } from "vitest";
import { checkStorable, parseRequest, refuseUnstorable } from "./check-request.ts";

const good = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "t" };

type Refused = [MethodName, Record<string, unknown>, message: string];

function outOfBounds(method: MethodName, name: string, [min, max]: [number, number], wrong: unknown[]): Refused[] {
  const message = `${name} must be an integer from ${min} to ${max}.`;
  return wrong.map((value) => [method, { name: "a", [name]: value }, message]);
}

const refusals: Refused[] = [
  ["createTask", { task: { ...good, websiteURL: 7 } }, "task.websiteURL must be a URL."],
  [
    "createTask",
    { task: { ...good, templateName: undefined } },
    "task.templateName is missing; it must be a string of 1 or more characters.",
  ],
  [
    "createTask",
    { task: { ...good, templateName: "" } },
    "task.templateName must be a string of 1 or more characters.",
  ],
  ["createTask", { task: { ...good, variables: "x" } }, "task.variables must be an object."],
  [
    "createTask",
    { task: { ...good, variables: JSON.parse('{"__proto__":1}') } },
    "task.variables.__proto__ must be another name: __proto__, constructor, prototype are refused.",
  ],
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
  ["createTask", { task: { ...good, engine: "gecko" } }, 'task.engine must be "shell" or "full".'],
  [
    "createTask",
    { task: { ...good, proxyPort: 8080 } },
    "task.proxyPort must be absent or empty: proxies are not supported.",
  ],
  [
    "createTask",
    { task: good, callbackOn: ["end", "end", "end"] },
    'callbackOn must be an array of at most 2 of "waiting" and "end".',
  ],
  [
    "createTask",
    { task: good, callbackUrl: "a".repeat(8_193) },
    "callbackUrl must be a URL of at most 8192 characters.",
  ],
  ["cancelTask", { taskId: 1, reason: "a".repeat(501) }, "reason must be a string of at most 500 characters."],
  ["pushAntiGateVariable", { taskId: 1, value: 1 }, "name is missing; it must be a string."],
  ["pushAntiGateVariable", { taskId: 1, name: "a" }, "value is missing; it must be any JSON value."],
  ["getTaskResult", {}, "taskId is missing; it must be an integer from 1 to 9007199254740991."],
  ["getAppStats", { softId: 1, mode: "x" }, `mode must be one of ${modes.join(", ")}.`],
  ["getAppStats", { softId: 1, from: 7 }, "from must be a day as YYYY-MM-DD."],
  ["getAppStats", { softId: 1, from: "1 May" }, "from must be a day as YYYY-MM-DD."],
  ...outOfBounds("getTaskResult", "taskId", [1, Number.MAX_SAFE_INTEGER], ["0", 1.5, 2 ** 60, -1]),
  ...outOfBounds("getAppStats", "softId", [0, Number.MAX_SAFE_INTEGER], ["", null, 2 ** 53, "x"]),
  ...outOfBounds("listSecrets", "after", [0, 2 ** 31 - 1], [-1, 2 ** 31]),
  ...outOfBounds("listTemplates", "limit", [1, 100], [0, 101]),
  ...outOfBounds("getTemplate", "version", [1, 2 ** 31 - 1], [0, 2 ** 31]),
  ...outOfBounds("saveTemplate", "ifVersion", [0, Number.MAX_SAFE_INTEGER], [-1]),
  ...[-1, 1.5, 2 ** 53, "9".repeat(17)].map(
    (date): Refused => ["getSpendingStats", { date }, "date must be Unix seconds, an integer from 0 to 253370678400."],
  ),
];

test.for(refusals)("%s of %j is refused: %s", ([name, body, message]) => {
  const parse = () => parseRequest(methods[name] as Method, { clientKey: "k", ...body });
  expect(parse).toThrow(expect.objectContaining({ code: "ERROR_BAD_REQUEST", message: `The property ${message}` }));
});

test.for([
  [{}, "ERROR_TASK_ABSENT", "The property task is missing; it must be an object."],
  [{ task: null }, "ERROR_TASK_ABSENT", "The property task must be an object."],
  [{ task: [] }, "ERROR_TASK_ABSENT", "The property task must be an object."],
  [
    { task: {} },
    "ERROR_TASK_NOT_SUPPORTED",
    'The property task.type is missing; it must be the string "AntiGateTask". The property task.websiteURL is missing; it must be a URL.',
  ],
] as const)("createTask of %j is refused with %s: %s", ([body, code, message]) => {
  const parse = () => parseRequest(methods.createTask, { clientKey: "k", ...body });
  expect(parse).toThrow(expect.objectContaining({ code, message }));
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

test.for<[MethodName, Record<string, unknown>, Record<string, unknown>]>([
  ["getTaskResult", { taskId: "7", waitSeconds: "30" }, { taskId: 7, waitSeconds: 30 }],
  ["getTemplate", { name: "a", version: "2" }, { name: "a", version: 2 }],
  [
    "createTask",
    { task: { ...good, viewport: { width: "800", height: "600" } } },
    { task: { ...good, viewport: { width: 800, height: 600 } } },
  ],
])("%s takes integers as digits: %j", ([name, body, expected]) => {
  expect(parseRequest(methods[name] as Method, { clientKey: "k", ...body })).toEqual({ clientKey: "k", ...expected });
});

test("a softId that is 0, an empty string, null or absent names no application", () => {
  for (const softId of [0, "0", "", null, undefined])
    expect(
      parseRequest(methods.createTask, { clientKey: "k", task: good, softId }).softId || undefined,
    ).toBeUndefined();
});

test("unknown properties are gone, digits are numbers, and an absent mode is errors", () => {
  const body = { clientKey: "k", softId: "867", extra: 1, mode: null };
  expect(parseRequest(methods.getAppStats, body)).toEqual({ clientKey: "k", softId: 867, mode: "errors" });
});

test("a name that is not an identifier is quoted, and a long one truncated", () => {
  const variables = { [`a"b${"c".repeat(200)}`]: 1 };
  const parse = () => parseRequest(methods.createTask, { clientKey: "k", task: { ...good, variables } });
  expect(parse).toThrow(/^The property task\.variables\["a\\"bc{125}"\] must be/);
});

test("characters of a variable's name are code points, as in templates", () => {
  const variables = { ["😀".repeat(128)]: 1 };
  expect(parseRequest(methods.createTask, { clientKey: "k", task: { ...good, variables } }).task).toMatchObject({
    variables,
  });
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
