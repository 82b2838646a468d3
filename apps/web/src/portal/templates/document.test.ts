import { stepForms } from "@gatepost/contract/step-forms";
import { expect, test } from "vitest";
import { type Edit, edit, opened, ordered } from "./document.ts";

const forms = new Map(stepForms().map((form) => [form.type as string, form]));

test("the database's order of properties is put right, nested steps too, and nothing is lost", () => {
  const stored = {
    steps: [
      {
        then: [{ value: { variable: "a" }, type: "FILL_INPUT", selector: { permanent: "b" } }],
        type: "IF_ELEMENT",
        else: [],
        selector: { permanent: "c" },
      },
      { odd: 1, type: "NO_SUCH_TYPE" },
      "no step",
    ],
    name: "x",
    timeout: 60,
  };
  const result = ordered(stored, forms);
  expect(result).toEqual(stored);
  expect(JSON.stringify(result)).toBe(
    '{"name":"x","timeout":60,"steps":[{"type":"IF_ELEMENT","selector":{"permanent":"c"},"then":[{"type":"FILL_INPUT","selector":{"permanent":"b"},"value":{"variable":"a"}}],"else":[]},{"type":"NO_SUCH_TYPE","odd":1},"no step"]}',
  );
});

const after = (...actions: Edit[]) => {
  const { texts, at } = actions.reduce(edit, opened("0"));
  return texts[at];
};
const typed = (text: string, group: string | null = "json", at = 0): Edit => ({ type: "edit", text, group, at });

test("typing in one place is a single undo step, separate from what came before", () => {
  const edits = [typed("1"), typed("12", "json", 500), typed("12x", "name", 600)];
  expect(after(...edits, { type: "undo" })).toBe("12");
  expect(after(...edits, { type: "undo" }, { type: "undo" })).toBe("0");
  expect(after(...edits, { type: "undo" }, { type: "redo" })).toBe("12x");
});

test("typing after a pause is a separate undo step", () => {
  expect(after(typed("1"), typed("12", "json", 5_000), { type: "undo" })).toBe("1");
});

test("each change of the list is a separate undo step, however soon the next one follows", () => {
  const moved = (text: string): Edit => ({ type: "edit", text, group: null, at: 0 });
  expect(after(moved("1"), moved("2"), { type: "undo" })).toBe("1");
});

test("an edit after an undo clears the redo history, and undo at the first document changes nothing", () => {
  expect(after(typed("1"), { type: "undo" }, typed("2"), { type: "redo" })).toBe("2");
  expect(after({ type: "undo" })).toBe("0");
});
