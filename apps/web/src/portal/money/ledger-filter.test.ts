import { expect, test } from "vitest";
import { query } from "../../report/view.ts";
import { readLedgerFilter } from "./ledger-filter.ts";

test("a filter is kept in the address", () => {
  const filter = { kind: "refund", from: "2026-03-01", to: "2026-03-31" } as const;
  expect(query(filter)).toBe("?kind=refund&from=2026-03-01&to=2026-03-31");
  expect(readLedgerFilter(new URLSearchParams(query(filter)))).toEqual(filter);
});

test("an unreadable value is no filter", () => {
  expect(readLedgerFilter(new URLSearchParams("kind=toString&from=yesterday&to=2026-02-30"))).toEqual({});
});
