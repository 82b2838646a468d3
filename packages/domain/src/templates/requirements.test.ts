import { limits, waitForIt } from "@gatepost/contract/limits";
import { templateDocument, type WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { givenProblem } from "../tasks/create-task.ts";
import { lateVariables, requirementsOf, variablesProblem } from "./requirements.ts";

const fill = (variable: string): WrittenStep => ({ type: "FILL_INPUT", selector: "#x", value: { variable } });
const code = (key: string): WrittenStep => ({ type: "TYPE_TEXT", value: { totp: { variable: key } } });
type Wait = Extract<WrittenStep, { type: "WAIT_FOR_VARIABLE_VALUE" }>;
const wait = (name: string, form: Partial<Wait> = {}): Wait => ({ ...form, type: "WAIT_FOR_VARIABLE_VALUE", name });
const joined = (text: string): WrittenStep => ({ type: "FILL_INPUT", selector: "#x", value: { text } });
const read = (name: string): WrittenStep => ({ type: "READ_TEXT", selector: "#x", as: name });
const branch = (then: WrittenStep[], otherwise?: WrittenStep[]): WrittenStep => ({
  type: "IF_ELEMENT",
  selector: "#x",
  then,
  ...(otherwise && { else: otherwise }),
});
const repeat = (steps: WrittenStep[]): WrittenStep => ({ type: "REPEAT_WHILE_ELEMENT", selector: "#x", max: 3, steps });
const ifValue = (name: string): WrittenStep => ({
  type: "IF_VALUE",
  name,
  equals: "yes",
  then: [{ type: "PAUSE", seconds: 1 }],
});

const required = (steps: WrittenStep[]) => requirementsOf(templateDocument.parse({ name: "A", steps }).steps);

test.each<[sentence: string, steps: WrittenStep[], given: Record<string, unknown>, problem: RegExp | undefined]>([
  ["a value may be null", [fill("a")], { a: null }, undefined],
  ["all missing ones are named", [fill("a"), fill("b"), fill("c")], { b: 1 }, /Missing: a, c\./],
  ["a variable that is only waited for is used too", [wait("a")], {}, /Missing: a\./],
  ["a variable of a one-time code that is missing", [code("a")], {}, /Missing: a\./],
  ["an inherited property is no value", [fill("toString")], {}, /Missing: toString/],
  ["a late one with a wait before its use", [wait("a"), fill("a")], { a: waitForIt }, undefined],
  ["a late one without a wait", [fill("a")], { a: waitForIt }, /no step WAIT_FOR_VARIABLE_VALUE/],
  ["a late one with its wait after the first use", [fill("a"), wait("a")], { a: waitForIt }, /before its first use/],
  ["a wait whose variable has an ordinary value", [wait("a"), fill("a")], { a: "x" }, undefined],
  ["a variable in a joined text that is missing", [joined("Order {{a}} for {{b}}")], { a: 1 }, /Missing: b\./],
  ["a text that was read, which is no variable", [read("total"), joined("Total {{total}}")], {}, undefined],
  [
    "a missing one that has the name of a text that was read",
    [wait("b"), read("amount"), fill("amount")],
    { b: 1 },
    /Missing: amount\. amount is read by step 2: write \{"text": "\{\{amount\}\}"\} to use that text\.$/,
  ],
  ["a late one in a text before its wait", [joined("{{a}}"), wait("a")], { a: waitForIt }, /before its first use/],
  [
    "a late one that one branch waits for",
    [branch([wait("a")]), fill("a")],
    { a: waitForIt },
    /^The variable a is _WAIT_FOR_IT_, but the template can use it without a wait\. Not every way to step 2 waits for a: wait for it before step 1, or in both of its branches\.$/,
  ],
  ["one that both branches wait for", [branch([wait("a")], [wait("a")]), fill("a")], { a: waitForIt }, undefined],
  ["a late one of one run of a repetition", [repeat([wait("a"), fill("a")])], { a: waitForIt }, undefined],
  ["a late one that a condition compares", [ifValue("a"), wait("a")], { a: waitForIt }, /before its first use/],
  ["a variable that a condition compares", [ifValue("a")], {}, /Missing: a\./],
  ["a wait whose value is never used is a gate", [wait("a")], { a: waitForIt }, undefined],
])("%s", (_, steps, given, problem) => {
  const found = variablesProblem(required(steps), given);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});

test("late variables are those that a wait names and the caller leaves open", () => {
  const requirements = required([wait("a"), wait("b"), fill("c")]);
  expect(lateVariables(requirements, { a: waitForIt, b: "x", c: waitForIt })).toEqual([{ name: "a", form: null }]);
});

const requirements = required([
  wait("code", { pattern: "[0-9]{6}" }),
  wait("amount", { kind: "number" }),
  wait("approved", { kind: "yes_no" }),
  wait("payee", { kind: "choice", options: ["Ada", "Grace"] }),
  wait("note"),
  // The first wait's form counts, as for a value that is pushed.
  wait("code", { pattern: "[a-z]+" }),
]);
const fitting = { code: "349001", amount: 5, approved: false, payee: "Ada", note: { any: ["JSON"] } };

test("values of the declared forms are accepted, any JSON where a wait declares none, and a later one is checked when it comes", () => {
  expect(givenProblem(requirements, fitting)).toBeUndefined();
  for (const note of [null, "", 0, [], "x".repeat(60_000)])
    expect(givenProblem(requirements, { ...fitting, note })).toBeUndefined();

  const later = { code: waitForIt, amount: waitForIt, approved: waitForIt, payee: waitForIt, note: waitForIt };
  expect(givenProblem(requirements, later)).toBeUndefined();
});

test("every value of another form is named with what it must be, and none is quoted", () => {
  const given = { ...fitting, code: "secret-1", amount: "secret-2", approved: "secret-3", payee: "secret-4" };
  const problem = givenProblem(requirements, given);
  expect(problem).toBe(
    "task.variables.code: The value does not match the declared pattern [0-9]{6}. " +
      "task.variables.amount: The value must be a number. " +
      "task.variables.approved: The value must be true or false. " +
      'task.variables.payee: The value must be one of "Ada", "Grace".',
  );
});

test("matching all values takes no longer than matching one may", () => {
  const names = Array.from({ length: 10 }, (_, index) => `value${index}`);
  const many = required(names.map((name, index) => wait(name, { pattern: `[a-z]+${index}?` })));
  const given = (length: number) => Object.fromEntries(names.map((name) => [name, "a".repeat(length)]));
  expect(givenProblem(many, given(1_000))).toBeUndefined();
  expect(givenProblem(many, given(limits.patternWork / 20))).toMatch(/too long together for the patterns/);
});
