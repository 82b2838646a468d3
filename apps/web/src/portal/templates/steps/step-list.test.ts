import { stepPathText } from "@gatepost/contract/step-paths";
import { expect, test } from "vitest";
import { readPath, withValue } from "../document.ts";
import { duplicateStep, moveStep, moveStepTo, removeStep } from "./edit-steps.ts";

const step = (type: string, nested = {}) => ({ type, ...nested });
const document = { name: "x", steps: [step("A"), step("B", { then: [step("C"), step("D")] }), step("E")] };

/** The steps in short: A B(C D) E. */
function short(changed: { document: unknown } | null): string {
  const write = (steps: { type: string; then?: [] }[]): string =>
    steps.map(({ type, then }) => (then ? `${type}(${write(then)})` : type)).join(" ");
  return changed ? write((changed.document as typeof document).steps as never) : "nothing";
}

test.for([
  ["steps.1", "down", "B(C D) A E", "steps.2"],
  ["steps.1", "up", "nothing", ""],
  ["steps.3", "up", "A E B(C D)", "steps.2"],
  ["steps.3", "down", "nothing", ""],
  ["steps.3", "in", "A B(C D E)", "steps.2.then.3"],
  ["steps.1", "in", "nothing", ""],
  ["steps.2.then.1", "out", "A B(D) C E", "steps.3"],
  ["steps.2.then.2", "up", "A B(D C) E", "steps.2.then.1"],
  ["steps.2", "out", "nothing", ""],
] as const)("%s moves %s: %s", ([path, direction, expected, moved]) => {
  const changed = moveStep(document, readPath(path), direction);
  expect(short(changed)).toBe(expected);
  if (changed) expect(stepPathText(changed.path)).toBe(moved);
});

test("a step is dropped into a list behind it, whose path moves up", () => {
  const changed = moveStepTo(document, ["steps", 0], ["steps", 1, "then"], 1);
  expect(short(changed)).toBe("B(C A D) E");
  expect(stepPathText(changed?.path ?? [])).toBe("steps.1.then.2");
});

test("a step cannot be dropped into itself, and dropping it where it is changes nothing", () => {
  expect(moveStepTo(document, ["steps", 1], ["steps", 1, "then"], 0)).toBeNull();
  expect(moveStepTo(document, ["steps", 1], ["steps"], 2)).toBeNull();
});

test("a copy of a step is inserted after it; removing a step removes its nested steps; the original document is unchanged", () => {
  const before = JSON.stringify(document);
  expect(short(duplicateStep(document, ["steps", 1]))).toBe("A B(C D) B(C D) E");
  expect(short(removeStep(document, ["steps", 1]))).toBe("A E");
  expect(JSON.stringify(document)).toBe(before);
});

test("a value is set, added and removed by its path", () => {
  expect(withValue({ a: [{ b: 1 }] }, ["a", 0, "b"], 2)).toEqual({ a: [{ b: 2 }] });
  expect(withValue({}, ["a", "b"], 1)).toEqual({ a: { b: 1 } });
  expect(withValue({ a: 1, b: 2 }, ["a"], undefined)).toEqual({ b: 2 });
  expect(readPath('steps.3.fields."a b".selector')).toEqual(["steps", 2, "fields", "a b", "selector"]);
});
