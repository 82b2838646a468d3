import { expect, test } from "vitest";
import { listed, readListView, writeListView } from "./list-view.ts";

const days = (ready: number, money = 0) => ({
  days: {
    ready: Array.from({ length: 15 }, () => ready),
    error: [],
    view: [],
    download: [],
    money: [...Array(14).fill(0), money],
  },
});
const applications = [
  { softId: 1001, name: "beta", figures: days(2, 70_000) },
  { softId: 1002, name: "Alpha one", figures: null },
  { softId: 1003, name: "alpha two", figures: days(5) },
];
const view = readListView(new URLSearchParams());
const names = (one: Partial<typeof view>) =>
  listed(applications, { ...view, ...one }).rows.map((row) => row.application.name);

test("applications are listed by name, or by a figure, the largest first", () => {
  expect(names({})).toEqual(["Alpha one", "alpha two", "beta"]);
  expect(names({ sort: "ready" })).toEqual(["alpha two", "beta", "Alpha one"]);
  expect(names({ sort: "money" })).toEqual(["beta", "Alpha one", "alpha two"]);
});

test("a filter takes words of the name and the softId, and the totals are those of what is shown", () => {
  expect(names({ search: "TWO alpha" })).toEqual(["alpha two"]);
  expect(names({ search: "1002" })).toEqual(["Alpha one"]);
  expect(listed(applications, view).total).toMatchObject({ ready: 7, money: 70_000 });
  expect(listed(applications, { ...view, search: "beta", period: "14d" }).total).toMatchObject({ ready: 28 });
});

test("the view is kept in the address, and an unreadable value means the default", () => {
  const other = { search: "a b", sort: "money", period: "14d", archived: true } as const;
  expect(readListView(new URLSearchParams(writeListView(other)))).toEqual(other);
  expect(readListView(new URLSearchParams("sort=toString&period=valueOf&archived=2"))).toEqual(view);
});
