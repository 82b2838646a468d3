import { expect, test } from "vitest";
import { type Edit, edit, opened } from "./editing.ts";

const after = (...actions: Edit[]) => actions.reduce(edit, opened("0"));
const typed = (text: string, group: string | null = "json", at = 0): Edit => ({ type: "edit", text, group, at });

test("typing in one place is undone at once, and what came before by itself", () => {
  const edits = [typed("1"), typed("12", "json", 500), typed("12x", "name", 600)];
  expect(after(...edits, { type: "undo" }).text).toBe("12");
  expect(after(...edits, { type: "undo" }, { type: "undo" }).text).toBe("0");
  expect(after(...edits, { type: "undo" }, { type: "redo" }).text).toBe("12x");
});

test("typing after a pause is undone by itself", () => {
  expect(after(typed("1"), typed("12", "json", 5_000), { type: "undo" }).text).toBe("1");
});

test("a change of the list is undone by itself, however soon the next one follows", () => {
  const moved = (text: string): Edit => ({ type: "edit", text, group: null, at: 0 });
  expect(after(moved("1"), moved("2"), { type: "undo" }).text).toBe("1");
});

test("an edit after an undo ends what could be redone, and the first document stays", () => {
  expect(after(typed("1"), { type: "undo" }, typed("2"), { type: "redo" }).text).toBe("2");
  expect(after({ type: "undo" }).text).toBe("0");
});
