import { expect, test } from "vitest";
import { excerptOf } from "./get-task-outcome.ts";

test("a list becomes a table with the fields of all its items; a field that an item lacks is null", () => {
  const orders = [
    { id: "1", sum: "$3" },
    { id: "2", note: null },
  ];
  expect(excerptOf({ texts: { total: "$3" }, data: { orders } })).toEqual({
    texts: [{ name: "total", text: "$3", isCut: false }],
    data: [
      {
        name: "orders",
        columns: ["id", "sum", "note"],
        items: 2,
        isCut: false,
        rows: [
          ["1", "$3", null],
          ["2", null, null],
        ],
      },
    ],
  });
});

test("however much was read, an excerpt is small, and says what it cut", () => {
  const item = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field ${n}`, "x".repeat(5_000)]));
  const data = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`list ${n}`, Array(500).fill(item)]));
  const texts = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`text ${n}`, "y".repeat(50_000)]));
  const excerpt = excerptOf({ texts, data });
  expect(JSON.stringify(excerpt).length).toBeLessThan(1_700_000);
  expect(excerpt.texts[0]?.isCut).toBe(true);
  expect(excerpt.data[0]).toMatchObject({ items: 500, isCut: true });
});
