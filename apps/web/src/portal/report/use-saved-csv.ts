"use client";

import { useState } from "react";
import { allPages } from "../../trpc/all-pages.ts";
import { saveFile } from "./save-file.ts";

/** A file has the latest ones. */
const maxItems = 10_000;

interface CsvFile<Item> {
  name: string;
  /** What its lines are, such as "commissions". */
  items: string;
  read: Parameters<typeof allPages<Item>>[0];
  toCsv: (items: Item[]) => string;
  /** Shown if there are more items than a file has. */
  cutText: string;
}

/** Downloads all items of a list as CSV, page by page. `said` is what went wrong or was left out. */
export function useSavedCsv<Item>({ name, items: what, read, toCsv, cutText }: CsvFile<Item>) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  async function save() {
    setBusy(true);
    setSaid("");
    try {
      const { items, cut } = await allPages(read, maxItems);
      saveFile(name, new Blob([toCsv(items)], { type: "text/csv;charset=utf-8" }));
      if (cut) setSaid(cutText);
    } catch {
      setSaid(`The ${what} could not be read. Check your connection and try again.`);
    }
    setBusy(false);
  }
  return { save, busy, said };
}
