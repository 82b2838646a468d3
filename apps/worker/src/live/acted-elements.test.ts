import { expect, test } from "vitest";
import { TypedTexts } from "./acted-elements.ts";

function type(texts: TypedTexts, text: string, selector: string): void {
  for (let length = 4; length <= text.length; length++) texts.add(text.slice(0, length), selector);
}

test("what is typed is covered in place of its beginnings, and what was covered before still is", () => {
  const covered = new Set(["stored", "late"]);
  const texts = new TypedTexts(covered);
  type(texts, "hunter2", "#old");
  type(texts, "hunter2!", "#new");
  type(texts, "stored too", "#new");
  expect([...covered]).toEqual(["stored", "late", "hunter2", "hunter2!", "stored too"]);
});

test("a page that says that more and more was typed has the latest of it kept, and removes nothing else", () => {
  const covered = new Set(["stored"]);
  const texts = new TypedTexts(covered);
  for (let n = 0; n < 10_000; n++) texts.add(`text ${n}`, "#field");
  expect(covered.size).toBe(201);
  expect(covered.has("stored")).toBe(true);
  expect(covered.has("text 9999")).toBe(true);
});
