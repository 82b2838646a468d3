import { expect, test } from "vitest";
import { chartNote } from "./static-chart.ts";

test("the note below a chart explains the hatching only if a hatched bar is drawn", () => {
  const today = (n: number) => ({
    series: [{ name: "Page views", colour: "" }],
    rows: [{ key: "2026-11-29", short: "29 Nov", name: "Sun 29 Nov", partial: true, values: [n] }],
  });
  expect(chartNote(today(3), "day", "UTC")).toBe("By day, UTC. Hatched: not complete yet.");
  expect(chartNote(today(0), "day", "UTC")).toBe("By day, UTC.");
});
