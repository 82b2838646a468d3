import type { Run } from "@gatepost/db/statement";
import { balanceAgainstLedgerSql } from "./sql/balance-against-ledger.sql.ts";
import { commissionsAndRefundsSql } from "./sql/commissions-and-refunds.sql.ts";
import { countsAgainstLedgerSql } from "./sql/counts-against-ledger.sql.ts";
import { endsOfTasksSql } from "./sql/ends-of-tasks.sql.ts";
import { heldForOpenTasksSql } from "./sql/held-for-open-tasks.sql.ts";
import { referencesOfTasksSql } from "./sql/references-of-tasks.sql.ts";
import { valuesOfEndedTasksSql } from "./sql/values-of-ended-tasks.sql.ts";

/** What a difference concerns. `moment`: when a quarter of an hour began, in Unix seconds. */
export type Place = { accountId: number } | { taskId: number } | { applicationId: number; moment: number };

/** Two numbers that should agree and do not. */
export interface Difference {
  what: string;
  where: Place;
  found: string;
  expected: string;
}

/** The key along which a rule is checked: account id, task id, or Unix seconds of quarters of an hour. */
export const dimensions = ["account", "task", "moment"] as const;
export type Dimension = (typeof dimensions)[number];

/** Larger than every place of a dimension: ids end there, and no clock is in the year 9000. */
export const lastPlace: Record<Dimension, number> = {
  account: 2 ** 31 - 1,
  task: Number.MAX_SAFE_INTEGER,
  moment: Date.UTC(9000) / 1000,
};

/** The places of a dimension after `after` and up to `through`. */
export interface Range {
  after: number;
  through: number;
}

/** Finds rows of the range that break a rule, at most `limit`, in one statement and so in one snapshot: where each is, and the numbers. */
type Find = (run: Run, range: Range & { limit: number }) => Promise<(Place & Pick<Difference, "found" | "expected">)[]>;

/**
 * What must be true of the ledger at every moment, by the key along which it is checked. Each statement reads its range by an
 * index, so that a batch costs the same however long the ledger is.
 */
const reconciliationRules: Record<Dimension, Record<string, Find>> = {
  account: {
    "balance against ledger": (run, range) => run(balanceAgainstLedgerSql, range),
    "price held for open tasks": (run, range) => run(heldForOpenTasksSql, range),
  },
  task: {
    "one end of the price of each ended task": (run, range) => run(endsOfTasksSql, range),
    "commissions and refunds beside the price that was captured": (run, range) => run(commissionsAndRefundsSql, range),
    "values of ended tasks wiped": (run, range) => run(valuesOfEndedTasksSql, range),
    "what tasks name, and what names them": (run, range) => run(referencesOfTasksSql, range),
  },
  moment: {
    "commission against money counted": (run, range) =>
      run(countsAgainstLedgerSql, { ...range, metric: "money", kind: "commission" }),
    "tasks that became ready against tasks counted": (run, range) =>
      run(countsAgainstLedgerSql, { ...range, metric: "ready", kind: "capture" }),
  },
};

/** Runs the rules of a dimension over a range of it. */
export async function findDifferences(run: Run, dimension: Dimension, range: Range): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [what, find] of Object.entries(reconciliationRules[dimension])) {
    const rows = await find(run, { ...range, limit: maxDifferences });
    differences.push(...rows.map(({ found, expected, ...where }) => ({ what, where, found, expected })));
  }
  return differences;
}

/** Per rule, and per stored scan. */
export const maxDifferences = 100;
