import { expect, test } from "vitest";
import { readName, readOptionalName, readText } from "./name.ts";

test.for([
  ["Exporter", "Exporter"],
  ["  Ada's key\u00a0", "Ada's key"],
  ["Cafe\u0301", "Café"],
  ["مفتاح\u200f עברית", "مفتاح\u200f עברית"],
  ["👩🏽‍💻", "👩🏽‍💻"],
  ["a\u200cb", "a\u200cb"],
  ["𝒳".repeat(100), "𝒳".repeat(100)],
] as const)("%j is kept as the name %j", ([given, name]) => {
  expect(readName("name", given)).toBe(name);
});

test.for([
  "",
  " \t\n ",
  "\u200b",
  "\u200d\ufe0f",
  "two\nlines",
  "two\u2028lines",
  "tab\tstop",
  "nul\0",
  "exe\u202egnp.",
  "a\u2066b",
  "half\ud800",
  "𝒳".repeat(101),
])("%j is no name", (given) => {
  expect(() => readName("name", given)).toThrow(/^name must /);
});

test("an optional name that is empty is undefined; a description may have lines, and otherwise only what a name may have", () => {
  for (const given of [undefined, null, "", "  "]) expect(readOptionalName("note", given)).toBeUndefined();
  expect(readOptionalName("note", " invoice 118 ")).toBe("invoice 118");
  expect(() => readOptionalName("note", "a\nb")).toThrow(/^note must be one line/);

  expect(readText("description", " one\r\n\ttwo \n", 100)).toBe("one\n\ttwo");
  expect(readText("description", undefined, 100)).toBe("");
  for (const given of ["a\rb", "a\0", "a\u2028b", "a\u202eb", "x".repeat(101)])
    expect(() => readText("description", given, 100)).toThrow(/^description must /);
});

test("a refusal names the property for programs, and says for a form's field what is expected", () => {
  expect(() => readName("name", " ")).toThrow(
    expect.objectContaining({
      code: "ERROR_BAD_REQUEST",
      property: "name",
      message: "name must have 1 to 100 characters.",
      sentence: "It must have 1 to 100 characters.",
    }),
  );
});
