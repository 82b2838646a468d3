import { expect, test } from "vitest";
import { type Edit, edit, opened } from "./document.ts";

const after = (...actions: Edit[]) => actions.reduce(edit, opened("0"));
const typed = (text: string, group: string | null = "json", at = 0): Edit => ({ type: "edit", text, group, at });

test("typing in one place is a single undo step, separate from what came before", () => {
  const edits = [typed("1"), typed("12", "json", 500), typed("12x", "name", 600)];
  expect(after(...edits, { type: "undo" }).text).toBe("12");
  expect(after(...edits, { type: "undo" }, { type: "undo" }).text).toBe("0");
  expect(after(...edits, { type: "undo" }, { type: "redo" }).text).toBe("12x");
});

test("typing after a pause is a separate undo step", () => {
  expect(after(typed("1"), typed("12", "json", 5_000), { type: "undo" }).text).toBe("1");
});

test("each change of the list is a separate undo step, however soon the next one follows", () => {
  const moved = (text: string): Edit => ({ type: "edit", text, group: null, at: 0 });
  expect(after(moved("1"), moved("2"), { type: "undo" }).text).toBe("1");
});

test("an edit after an undo clears the redo history, and undo at the first document changes nothing", () => {
  expect(after(typed("1"), { type: "undo" }, typed("2"), { type: "redo" }).text).toBe("2");
  expect(after({ type: "undo" }).text).toBe("0");
});
