import { expect, test } from "vitest";
import { allDestinations, findDestinations } from "./destinations.ts";

const destinations = allDestinations([
  { softId: 1001, name: "Acme Exporter" },
  { softId: 1002, name: "Task Runner" },
]);
const names = (typed: string) => findDestinations(destinations, typed).map(({ name }) => name);
const kinds = (typed: string) => findDestinations(destinations, typed).map(({ kind }) => kind);

test.for([
  ["acme", ["Acme Exporter", "Acme Exporter"]],
  ["acme set", ["Acme Exporter"]],
  ["1001", ["Acme Exporter", "Acme Exporter", "Task 1001"]],
  ["task", ["Task Runner", "Task Runner", "Tasks", "Waiting tasks", "Failed tasks"]],
  ["  KEYS ", ["Keys"]],
  ["nowhere", []],
] as const)("%s finds %j", ([typed, expected]) => {
  expect(names(typed)).toEqual(expected);
});

test("the settings of an application are told from its numbers by what is never shortened", () => {
  expect(kinds("acme")).toEqual(["softId 1001", "settings · softId 1001"]);
  expect(kinds("acme set")).toEqual(["settings · softId 1001"]);
});

test("before anything is typed, applications come first, and never too many", () => {
  const many = allDestinations(Array.from({ length: 50 }, (_, index) => ({ softId: index + 1, name: `App ${index}` })));
  expect(findDestinations(many, "")).toHaveLength(12);
  expect(names("")[0]).toBe("Acme Exporter");
});
