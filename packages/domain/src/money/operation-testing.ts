import fc from "fast-check";

/** What happens to the money of a few accounts. */
export type Operation =
  | { kind: "create"; account: number; application: number; process: number }
  | { kind: "work"; limit: number; ready: boolean; process: number }
  | { kind: "lose"; limit: number }
  | { kind: "cancel"; pick: number }
  | { kind: "refund"; pick: number }
  | { kind: "top up"; account: number; amount: number }
  | { kind: "correct"; account: number; amount: number }
  | { kind: "bid"; account: number; amount: number }
  | { kind: "cut"; process: number; connections: number };

const account = fc.nat(2);

const place = fc.nat(1);

const amount = fc.integer({ min: 1, max: 3_000_000 });

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({ kind: fc.constant("create" as const), account, application: fc.nat(3), process: place }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant("work" as const),
      limit: fc.integer({ min: 1, max: 4 }),
      ready: fc.boolean(),
      process: place,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lose" as const), limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("cancel" as const), pick: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("refund" as const), pick: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("top up" as const), account, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("correct" as const),
      account,
      amount: fc.oneof(
        amount,
        amount.map((one) => -one),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("bid" as const), account, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("cut" as const),
      process: place,
      connections: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
