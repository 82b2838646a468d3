import { processorMs } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { formProblem, hasKept, inForm, isLastOf, isNotForKeys, restOf } from "./kept-text.ts";

test.each([
  ["4111 1111 1111 1111", "4111111111111111", true],
  ["+1 (415) 555-0132", "415.555.0132", true],
  ["$1,284.50", "1284.50", true],
  ["ADA", "ada", true],
  ["there before", "", true],
  ["two\nlines", "two\r\nlines", true],
  ["1250", "12.50", false],
  ["€ 12,50", "12.50", true],
  ["512.50", "12.50", false],
  ["$ 012.50", "12.50", true],
  ["1,250.00", "1250.00", true],
  ["1250", "1,250", true],
  ["12.34", "1234", false],
  ["5,00 €", "500", false],
  ["1,250.00", "1250", true],
  ["1.250", "1250", true],
  ["12.05.2026", "12052026", true],
  ["12.05.26", "120526", true],
  ["01.23.45.67.89", "0123456789", true],
  ["1 234,00 €", "1234", true],
  ["5", "-5", false],
  ["\u22125.00", "-5", true],
  ["(5)", "-5", true],
  ["\u200f12\u200f/05\u200f/2026", "12/05/2026", true],
  ["Jos\u00e9", "Jose\u0301", true],
  ["123", "\uff11\uff12\uff13", true],
  ["", "x", false],
  ["34900", "349001", false],
  ["ada@site", "ada+x@site", false],
])("that %j is what a field keeps of %j: %j", (kept, given, expected) => {
  expect(hasKept(kept, given)).toBe(expected);
});

test.each([4_000, 20_000])("%i digits are compared as a text, and not as a number", (count) => {
  const digits = "1".repeat(count);
  expect(processorMs(() => expect(hasKept(digits.repeat(2), `${digits}.11`)).toBe(true))).toBeLessThan(500);
});

test.each([
  ["3", "349001", "49001"],
  ["", "349001", undefined],
  ["49", "349001", undefined],
])("of a field that kept %j of %j, %j is left to type", (kept, given, expected) => {
  expect(restOf(kept, given)).toBe(expected);
});

test.each([
  ["1", "349001", true],
  ["1", "1", false],
  ["01", "349001", false],
  ["", "349001", false],
])("that %j is only the last character of %j: %j", (kept, given, expected) => {
  expect(isLastOf(kept, given)).toBe(expected);
});

test.each([
  ["2024-12-31T10:00:00", "datetime-local", "2024-12-31T10:00"],
  ["2024-12-31 10:00", "datetime-local", "2024-12-31T10:00"],
  [" 2024-12-31T10:00 ", "datetime-local", "2024-12-31T10:00"],
  ["2024-12-31T10:00:15.000", "datetime-local", "2024-12-31T10:00:15"],
  ["2024-12-31 ", "date", "2024-12-31"],
  [" 12 ", "text", " 12 "],
])("%j becomes in a %s field %j", (given, type, text) => {
  expect(inForm(given, type)).toBe(text);
});

test.each([
  ["2024-05-06", "date", true],
  ["05062024", "date", false],
  ["14:30", "time", true],
  ["0230PM", "time", false],
  ["70", "range", true],
  ["", "color", false],
  ["2024-05-06", "text", false],
])("that %j is not for the keys of a %s field: %j", (text, type, expected) => {
  expect(isNotForKeys(text, type)).toBe(expected);
});

test("of a field of one form, a text that it does not keep is a problem", () => {
  expect(formProblem({ type: "date", text: "" }, "2024-13-06")).toBe(
    "is a date field, and the value is not in its form, such as 2026-01-31",
  );
  expect(formProblem({ type: "color", text: "#ff8800" }, "#FF8800")).toBeUndefined();
  expect(formProblem({ type: "text", text: "" }, "x")).toBeUndefined();
});
