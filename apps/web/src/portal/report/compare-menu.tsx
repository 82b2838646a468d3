"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Menu } from "../../components/menu.tsx";
import { calendarDay } from "../../format/time.ts";
import type { View } from "./view.ts";

/** Loaded when it is opened. */
const BaselineForm = dynamic(() => import("./other-days.tsx").then(({ BaselineForm: Form }) => Form));

/** The dashed line of the chart: none, the period before, the same a year before, or other days. */
export function CompareMenu({ view, show }: { view: View; show: (next: Partial<View>) => void }) {
  const [open, setOpen] = useState(false);
  const { compare } = view;
  const other = compare !== null && compare !== "previous" && compare !== "year";
  const name =
    compare === null
      ? "No line"
      : compare === "previous"
        ? "Previous period"
        : compare === "year"
          ? "Year before"
          : `From ${calendarDay(compare)}`;
  const entries = [
    { label: "No line", chosen: compare === null, act: () => show({ compare: null }) },
    { label: "Previous period", chosen: compare === "previous", act: () => show({ compare: "previous" }) },
    { label: "Year before", chosen: compare === "year", act: () => show({ compare: "year" }) },
    { label: "Other days…", chosen: other, act: () => setOpen(true) },
  ];
  return (
    <>
      <Menu name={`Compare: ${name}`} label={compare === null ? "Compare" : `┄ ${name}`} entries={entries} />
      <Dialog title="Compare with other days" open={open} onOpenChange={setOpen}>
        <BaselineForm
          first={other ? compare : view.from}
          choose={(first) => {
            setOpen(false);
            show({ compare: first });
          }}
        />
      </Dialog>
    </>
  );
}
