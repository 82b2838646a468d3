"use client";

import { ledgerCsv } from "@gatepost/presenters/ledger-csv";
import { trpc } from "../../trpc/client.tsx";
import { useSavedCsv } from "../report/use-saved-csv.ts";
import type { LedgerFilter } from "./ledger-filter.ts";

/** Downloads all transactions of a filter as CSV. */
export function useSavedLedger(filter: LedgerFilter) {
  const { client } = trpc.useUtils();
  const { from = "first", to = "latest" } = filter;
  return useSavedCsv({
    name: `gatepost-transactions-${from}-${to}.csv`,
    items: "transactions",
    read: (cursor) => client.account.ledger.query({ ...filter, limit: 100, cursor }),
    toCsv: ledgerCsv,
    cutText: "The file has the latest 10,000 transactions. Choose earlier days for the others.",
  });
}
