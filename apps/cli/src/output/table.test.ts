import { expect, test } from "vitest";
import { columns, sizeText, table } from "./report.ts";

test("names are left-aligned, numbers and amounts right-aligned", () => {
  const rows = [
    ["1", "ada@example.com", "$1,284.50", ""],
    ["12", "b@example.com", "-$0.002", "suspended"],
  ];
  expect(table(["id", "email", "available", "state"], rows)).toMatchInlineSnapshot(`
    "id  email            available  state
     1  ada@example.com  $1,284.50
    12  b@example.com      -$0.002  suspended"
  `);
});

test("a size has the unit that fits", () => {
  expect([0, 999, 1_000, 1_449_000, 2_500_000_000].map(sizeText)).toEqual([
    ...["0 bytes", "999 bytes", "1.0 KB", "1.4 MB", "2.5 GB"],
  ]);
});

test("S13: text from others cannot forge a line or send the terminal control characters", () => {
  const name = "Exporter\n2  \u001b[2Jroot\u202e";
  expect(table(["name"], [[name]]).split("\n")).toEqual(["name", "Exporter 2  \ufffd[2Jroot\ufffd"]);
  expect(columns([["text", "a\n\u001b]0;x\u0007b"]])).toBe("text  a\n      \ufffd]0;x\ufffdb");
});
