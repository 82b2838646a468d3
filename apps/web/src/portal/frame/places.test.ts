import { expect, test } from "vitest";
import { allPlaces, findPlaces } from "./places.ts";

const places = allPlaces([
  { softId: 1001, name: "Acme Exporter" },
  { softId: 1002, name: "Task Runner" },
]);
const names = (typed: string) => findPlaces(places, typed).map(({ name }) => name);

test.for([
  ["acme", ["Acme Exporter", "Acme Exporter: settings"]],
  ["acme set", ["Acme Exporter: settings"]],
  ["1001", ["Acme Exporter", "Acme Exporter: settings", "Task 1001"]],
  ["task", ["Task Runner", "Task Runner: settings", "Tasks", "Waiting tasks", "Failed tasks"]],
  ["  KEYS ", ["Keys"]],
  ["nowhere", []],
] as const)("%s finds %j", ([typed, expected]) => {
  expect(names(typed)).toEqual(expected);
});

test("before anything is typed, applications come first, and never too many", () => {
  const many = allPlaces(Array.from({ length: 50 }, (_, index) => ({ softId: index + 1, name: `App ${index}` })));
  expect(findPlaces(many, "")).toHaveLength(12);
  expect(names("")[0]).toBe("Acme Exporter");
});
