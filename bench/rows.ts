import type { Finding } from "./findings.ts";
import type { Lab } from "./lab.ts";

/** Measures one row of docs/quality.md, "Performance". Throws if what it measured was wrong. */
export type Row = (lab: Lab) => Promise<Finding[]>;

/**
 * The rows of a whole run, in order. A row is a file of rows/ and a line here. It is loaded in its own process, so that
 * a row that cannot be loaded affects no other.
 */
export const rows: Record<string, () => Promise<Row>> = {
  p1: async () => (await import("./rows/p1-create-task.ts")).createTaskRow,
  p2: async () => (await import("./rows/p2-route-handler.ts")).routeHandlerRow,
  p3: async () => (await import("./rows/p3-push.ts")).pushRow,
  "p3-ways": async () => (await import("./rows/p3-ways.ts")).waysRow,
  p4: async () => (await import("./rows/p4-app-stats.ts")).appStatsRow,
  p5: async () => (await import("./rows/p5-views.ts")).viewsRow,
  p6: async () => (await import("./rows/p6-claim-to-finish.ts")).claimToFinishRow,
  p7: async () => (await import("./rows/p7-sign-in.ts")).signInRow,
  p8: async () => (await import("./rows/p8-start.ts")).startRow,
  p9: async () => (await import("./rows/p9-memory.ts")).memoryRow,
  p10: async () => (await import("./rows/p10-dashboard.ts")).dashboardRow,
  "answer-page": async () => (await import("./rows/answer-page.ts")).answerPageRow,
  docs: async () => (await import("./rows/docs-pages.ts")).docsPagesRow,
  p11: async () => (await import("./rows/p11-scaling.ts")).scalingRow,
  p12: async () => (await import("./rows/p12-records.ts")).recordsRow,
  p13: async () => (await import("./rows/p13-waiting-memory.ts")).waitingMemoryRow,
  p14: async () => (await import("./rows/p14-fairness.ts")).fairnessRow,
  live: async () => (await import("./rows/l1-live.ts")).liveRow,
  "many-live": async () => (await import("./rows/l3-live.ts")).manyLiveRow,
  portals: async () => (await import("./rows/portals.ts")).portalsRow,
  cost: async () => (await import("./rows/cost.ts")).costRow,
};

/** Measured only if requested by name. */
export const onDemand: Record<string, () => Promise<Row>> = {
  w5: async () => (await import("./rows/w5-many-waits.ts")).manyWaitsRow,
};
