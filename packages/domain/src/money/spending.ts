import { type Args, requireAccount } from "../platform/context.ts";
import { DomainError } from "../platform/errors.ts";
import { readClock } from "../platform/health.ts";
import { plainAddress } from "../platform/network-address.ts";
import { getSpendingSql } from "./sql/get-spending.sql.ts";

const hours = 24;
const hourSeconds = 3_600;

export interface GetSpendingInput {
  /** Unix seconds within the first of the 24 hours. Absent: 23 hours ago, by the database's clock. */
  from?: number | null | undefined;
  /** Only tasks of this application; 0, null or absent: all. */
  softId?: number | null | undefined;
  /** Only tasks that were created from this address; empty, null or absent: all. */
  ip?: string | null | undefined;
}

export type HourOfSpending = Awaited<ReturnType<typeof getSpending>>[number];

/** What the account paid for tasks in 24 whole UTC hours, by its ledger, in millionths of a dollar. Includes hours without tasks. */
export async function getSpending({ ctx, input }: Args<GetSpendingInput>) {
  const { accountId } = requireAccount(ctx, "stats");
  // Addresses are stored in their canonical spelling.
  const address = input.ip ? plainAddress(input.ip) : null;
  if (address === undefined)
    throw new DomainError("ERROR_BAD_REQUEST", "The property ip must be an IP address, such as 203.0.113.7.");
  const from = input.from ?? (await readClock(ctx)).getTime() / 1_000 - (hours - 1) * hourSeconds;
  const begin = Math.floor(from / hourSeconds) * hourSeconds;
  // Application ids are int4.
  const softId = input.softId || null;
  const known = softId === null || softId < 2 ** 31;
  const asked = { accountId, begin, end: begin + hours * hourSeconds, softId, address };
  const rows = known ? await ctx.db.run(getSpendingSql, asked) : [];
  const byHour = new Map(rows.map((row) => [row.hour, row]));
  return Array.from({ length: hours }, (_, hour) => {
    const { tasks = 0n, spent = 0n } = byHour.get(hour) ?? {};
    return { begin: begin + hour * hourSeconds, tasks: Number(tasks), spent };
  });
}
