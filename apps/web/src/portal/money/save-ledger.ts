"use client";

import { ledgerCsv } from "@gatepost/presenters/ledger-csv";
import { useState } from "react";
import { allPages } from "../../trpc/all-pages.ts";
import { trpc } from "../../trpc/client.tsx";
import { saveFile } from "../report/save-file.ts";
import type { LedgerFilter } from "./ledger-filter.ts";

/** A file has the latest ones; the rest is in another range. */
const maxEntries = 10_000;

/** Downloads all transactions of a filter as CSV, page by page. `said` is what went wrong or was left out. */
export function useSavedLedger(filter: LedgerFilter) {
  const { client } = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  async function save() {
    setBusy(true);
    setSaid("");
    try {
      const { items, cut } = await allPages(
        (cursor) => client.account.ledger.query({ ...filter, limit: 100, cursor }),
        maxEntries,
      );
      const { from = "first", to = "latest" } = filter;
      saveFile(
        `gatepost-transactions-${from}-${to}.csv`,
        new Blob([ledgerCsv(items)], { type: "text/csv;charset=utf-8" }),
      );
      if (cut) setSaid("The file has the latest 10,000 transactions. Choose earlier days for the others.");
    } catch {
      setSaid("The transactions could not be read. Check your connection and try again.");
    }
    setBusy(false);
  }
  return { save, busy, said };
}
