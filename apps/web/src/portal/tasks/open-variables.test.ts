import { expect, test } from "vitest";
import { openVariables } from "./task-facts.ts";

test("what is asked for now comes first, the others follow in their order, and taken ones are gone", () => {
  const variable = (name: string, awaitedAt: Date | null, state = "awaited") => ({ name, awaitedAt, state });
  const asked = new Date();
  const open = openVariables([
    variable("answer", null),
    variable("colour", null, "supplied"),
    variable("paper", null, "taken"),
    variable("yes", asked),
  ]);
  expect(open.map(({ name }) => name)).toEqual(["yes", "answer", "colour"]);
});
