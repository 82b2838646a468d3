import { expect, test } from "vitest";
import { observe, onObservation } from "./observations.ts";

test("an observation is delivered to the subscribers of its name until they unsubscribe", () => {
  const seen: unknown[] = [];
  observe("leaseLost", { tasks: 1 });
  const stop = onObservation("leaseLost", (facts) => seen.push(facts));
  observe("leaseLost", { tasks: 2 });
  observe("batch", { name: "push", inputs: 3 });
  stop();
  observe("leaseLost", { tasks: 4 });
  expect(seen).toEqual([{ tasks: 2 }]);
});
