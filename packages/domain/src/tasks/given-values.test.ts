import { limits, waitForIt } from "@gatepost/contract/limits";
import { templateDocument, type WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { requirementsOf } from "../templates/requirements.ts";
import { givenProblem } from "./create-task.ts";

type Wait = Extract<WrittenStep, { type: "WAIT_FOR_VARIABLE_VALUE" }>;
const wait = (name: string, form: Partial<Wait> = {}): Wait => ({ ...form, type: "WAIT_FOR_VARIABLE_VALUE", name });
const required = (steps: WrittenStep[]) => requirementsOf(templateDocument.parse({ name: "A", steps }).steps);

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

test("values of the declared forms are accepted, and any JSON where a wait declares none", () => {
  expect(givenProblem(requirements, fitting)).toBeUndefined();
  for (const note of [null, "", 0, [], "x".repeat(60_000)])
    expect(givenProblem(requirements, { ...fitting, note })).toBeUndefined();
});

test("a value that comes later is checked when it comes", () => {
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
