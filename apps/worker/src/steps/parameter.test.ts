import { expect, test } from "vitest";
import { isLate, nameOf, type Sources, textOf, withTexts } from "./parameter.ts";

const sources = (values: Record<string, unknown>, texts: Record<string, string> = {}): Sources => ({
  values: new Map(Object.entries(values)),
  texts: new Map(Object.entries(texts)),
  reads: new Set(["total"]),
});

test.each([
  ["text", "text"],
  ["", ""],
  [null, ""],
  [0, "0"],
  [false, "false"],
  [12.5, "12.5"],
  [[1, "a"], '[1,"a"]'],
  [{ a: { b: null } }, '{"a":{"b":null}}'],
  ["_WAIT_FOR_IT_", "_WAIT_FOR_IT_"],
])("the variable's value %j reaches a page as %j", (value, text) => {
  expect(textOf({ variable: "x" }, sources({ x: value }))).toBe(text);
});

test("a joined text holds variables and texts that were read", () => {
  const filled = sources({ order: 17, name: "Ada {{order}}" }, { total: "$12.00" });
  expect(textOf({ text: "Order {{order}} for {{name}}: {{total}}, \\{{order}}" }, filled)).toBe(
    "Order 17 for Ada {{order}}: $12.00, {{order}}",
  );
});

test("S16: a joined text that would be too long is a failure: it can have each of its names thousands of times", () => {
  const long = { text: "{{text}}".repeat(5_000) };
  expect(() => textOf(long, sources({ text: "x".repeat(1_000) }))).toThrow("is longer than 4194304 characters");
});

test("S16: an error does not quote a joined text further than it is shown", () => {
  let redacted = 0;
  const shown = withTexts({ text: "{{total}}".repeat(5_000) }, sources({}, { total: "x".repeat(50) }), (text) => {
    redacted += 1;
    return text;
  });
  expect(shown).toEqual({ text: "x".repeat(250) });
  expect(redacted).toBe(5);
});

test("a variable without a value is a fault, a text that was not read yet is a failure", () => {
  expect(() => textOf({ variable: "x" }, sources({}))).toThrow("has no value");
  expect(() => textOf({ text: "{{total}}" }, sources({ total: "a variable of this name" }))).toThrow(
    "no step has read the text total yet",
  );
});

test("an error names a variable, and quotes only what the template fixes", () => {
  expect(nameOf({ variable: "password" })).toBe("what the variable password holds");
  expect(nameOf({ permanent: "#login" })).toBe('"#login"');
  expect(nameOf({ text: "Order {{order}}" })).toBe('"Order {{order}}"');
});

test("a joined text is late if a variable in it is", () => {
  expect(isLate({ text: "Code {{ code }}" }, ["code"])).toBe(true);
  expect(isLate({ text: "Code {{code}}" }, ["code"], new Set(["code"]))).toBe(false);
  expect(isLate({ text: "Code \\{{code}}" }, ["code"])).toBe(false);
});
