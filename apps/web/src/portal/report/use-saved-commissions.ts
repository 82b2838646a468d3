"use client";

import { commissionsCsv } from "@gatepost/presenters/commissions-csv";
import { trpc } from "../../trpc/client.tsx";
import { useSavedCsv } from "./use-saved-csv.ts";

/** Downloads the commissions of a range as CSV. */
export function useSavedCommissions(range: { softId: number; from: string; to: string; timezone: string }) {
  const { client } = trpc.useUtils();
  return useSavedCsv({
    name: `gatepost-commissions-${range.softId}-${range.from}.csv`,
    items: "commissions",
    read: (cursor) => client.stats.commissions.query({ ...range, limit: 100, cursor }),
    toCsv: commissionsCsv,
    cutText: "The file has the latest 10,000 commissions of the day.",
  });
}
