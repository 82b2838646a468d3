import { expect, test } from "vitest";
import { type Capacity, claimRules, type Share } from "./claim-rules.ts";

const ada = 1;
const capacity: Capacity = { slots: 4, slotsPerAccount: 0, waitingMax: 100, waitingPerAccount: 0 };
const none = { excluded: [], last: [], withoutPlace: [] };

test.for<[string, Partial<Capacity>, [number, Share][], number[], object]>([
  ["an account holds all slots but one", {}, [[ada, { slots: 3, places: 0 }]], [], { last: [ada] }],
  ["an account holds the only slot", { slots: 1 }, [[ada, { slots: 1, places: 0 }]], [], {}],
  ["an account is at its limit", { slotsPerAccount: 2 }, [[ada, { slots: 2, places: 0 }]], [], { excluded: [ada] }],
  ["an account has tasks to resume", {}, [[ada, { slots: 3, places: 2 }]], [ada], { excluded: [ada] }],
  ["an account holds fewer places than are free", {}, [[ada, { slots: 0, places: 49 }]], [], {}],
  ["an account holds half of the places", {}, [[ada, { slots: 0, places: 50 }]], [], { withoutPlace: [ada] }],
  ["an account holds the only place", { waitingMax: 1 }, [[ada, { slots: 0, places: 1 }]], [], { withoutPlace: "all" }],
  [
    "an account holds its limit of places",
    { waitingPerAccount: 3 },
    [[ada, { slots: 0, places: 3 }]],
    [],
    { withoutPlace: [ada] },
  ],
])("%s", ([, limits, shares, resuming, expected]) => {
  const rules = claimRules({ ...capacity, ...limits }, new Map(shares), new Set(resuming));
  expect(rules).toEqual({ ...none, ...expected });
});

test("of 100 places, one account gets 50, and further accounts get 25, 13, 6, 3, 2 and 1", () => {
  const shares = new Map<number, Share>();
  const got: number[] = [];
  for (let accountId = 1; accountId <= 10; accountId++) {
    let places = 0;
    for (;;) {
      const { withoutPlace } = claimRules(capacity, shares, new Set());
      if (withoutPlace === "all" || withoutPlace.includes(accountId)) break;
      shares.set(accountId, { slots: 0, places: ++places });
    }
    got.push(places);
  }
  expect(got).toEqual([50, 25, 13, 6, 3, 2, 1, 0, 0, 0]);
});
