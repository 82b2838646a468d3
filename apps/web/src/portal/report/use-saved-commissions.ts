"use client";

import { commissionsCsv } from "@gatepost/presenters/commissions-csv";
import { useState } from "react";
import { allPages } from "../../trpc/all-pages.ts";
import { trpc } from "../../trpc/client.tsx";
import { saveFile } from "./save-file.ts";

/** A file has the latest ones. */
const maxItems = 10_000;

/** Downloads the commissions of a range as CSV. `said` is what went wrong or was left out. */
export function useSavedCommissions(range: { softId: number; from: string; to: string; timezone: string }) {
  const { client } = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  async function save() {
    setBusy(true);
    setSaid("");
    try {
      const { items, cut } = await allPages(
        (cursor) => client.stats.commissions.query({ ...range, limit: 100, cursor }),
        maxItems,
      );
      const blob = new Blob([commissionsCsv(items)], { type: "text/csv;charset=utf-8" });
      saveFile(`gatepost-commissions-${range.softId}-${range.from}.csv`, blob);
      if (cut) setSaid("The file has the latest 10,000 commissions of the day.");
    } catch {
      setSaid("The commissions could not be read. Check your connection and try again.");
    }
    setBusy(false);
  }
  return { save, busy, said };
}
