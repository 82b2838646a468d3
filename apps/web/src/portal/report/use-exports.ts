"use client";

import { modeRecords } from "@gatepost/contract/modes";
import { type RefObject, useState } from "react";
import { calendarDay, spanName } from "../../format/time.ts";
import { chartCsv } from "../../report/chart-rows.ts";
import { saveFile } from "../use-saved-csv.ts";
import type { ShownReport } from "./use-report.ts";

/** Downloads what the report shows, as a table or as a picture. `problem` says why there is no picture. */
export function useExports(softId: number, report: ShownReport, chartPlace: RefObject<HTMLElement | null>) {
  const [problem, setProblem] = useState("");
  const { view, chart, byHour, overview, application, notes } = report;
  const { mode, from, to } = view;
  const unit = byHour ? "hour" : report.unit;
  const fileName = `gatepost-${softId}-${mode}-${from}-${to}`;

  function saveCsv() {
    if (!chart) return;
    const text = chartCsv(chart, { mode, unit, distinct: overview?.figures.users.total });
    saveFile(`${fileName}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
  }

  async function savePng() {
    const panel = chartPlace.current;
    if (!panel || !chart) return;
    setProblem("");
    const title = `${application?.name ?? ""}: ${modeRecords[mode].name}, ${spanName(view)}`;
    try {
      const { chartPicture } = await import("./chart-picture.ts");
      const texts = notes.map(({ day, text }) => `${calendarDay(day)}: ${text}`);
      saveFile(`${fileName}.png`, await chartPicture(panel, title, texts));
    } catch {
      setProblem("This browser could not create the picture. Export the data as CSV instead.");
    }
  }

  return { saveCsv, savePng, problem };
}
