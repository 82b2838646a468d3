import { expect, test } from "vitest";
import { steadyRows } from "./use-steady-rows.ts";

const row = (id: number, state = "running") => ({ id, state });
const idOf = ({ id }: { id: number }) => id;

test("while the list is held, rows change in their places, and new ones wait", () => {
  const latest = [row(4), row(3, "ready"), row(1)];
  expect(steadyRows([row(3), row(2), row(1)], latest, { isHeld: true, idOf })).toEqual({
    rows: [row(3, "ready"), row(2), row(1)],
    added: 1,
  });
  expect(steadyRows([row(3), row(2), row(1)], latest, { isHeld: false, idOf })).toEqual({ rows: latest, added: 0 });
});
