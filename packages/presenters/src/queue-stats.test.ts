import { expect, test } from "vitest";
import { queueStatsResponse } from "./stats.ts";

const quiet = { slots: 0, idleSlots: 0, averagePrice: 0, averageSeconds: 0, builtIn: [] };

test("without a worker the load is 100, since no task can run", () => {
  expect(queueStatsResponse(quiet)).toEqual({ waiting: 0, load: 100, bid: 0, speed: 0, total: 0, byTemplate: [] });
});

test("load is in percent, prices are in dollars, and times in seconds", () => {
  const builtIn = [{ name: "Read a table", averageSeconds: 1.006 }];
  const busy = { slots: 3, idleSlots: 2, averagePrice: 2_000.4, averageSeconds: 6.416, builtIn };
  expect(queueStatsResponse(busy)).toEqual({
    waiting: 2,
    load: 33.33,
    bid: 0.002,
    speed: 6.42,
    total: 3,
    byTemplate: [{ templateName: "Read a table", speed: 1.01 }],
  });
});
