"use client";

import { seriesNames } from "@gatepost/presenters/stats";
import { type RefObject, useState } from "react";
import { calendarDay, spanName } from "../../format/time.ts";
import { chartCsv, comparesTotals, withTotal } from "../../report/chart-rows.ts";
import { saveFile } from "../use-saved-csv.ts";
import type { ShownReport } from "./use-report.ts";

/** Downloads what the report shows, as a table or as a picture. `problem` says why there is no picture. */
export function useExports(softId: number, report: ShownReport, chartPlace: RefObject<HTMLElement | null>) {
  const [problem, setProblem] = useState("");
  const { view, generated, byHour, overview, application, notes, baseline } = report;
  const { mode, from, to, timezone } = view;
  const unit = byHour ? "hour" : report.unit;
  const fileName = `gatepost-${softId}-${mode}-${from}-${to}`;

  function saveCsv() {
    if (!generated) return;
    const text = chartCsv(generated, { mode, unit, distinct: overview?.figures.users.total });
    saveFile(`${fileName}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
  }

  async function savePng() {
    const svg = chartPlace.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    if (!svg || !generated) return;
    setProblem("");
    const compared = generated.rows.some(({ before }) => before !== undefined);
    const drawn = view.form === "lines" ? withTotal(generated) : generated;
    const baseName = comparesTotals(generated) ? `total, ${baseline}` : baseline;
    const texts = {
      title: `${application?.name ?? ""}: ${seriesNames[mode].name}, ${spanName(view)}`,
      caption: `By ${unit}, ${timezone}.${compared ? ` Dashed: ${baseName}.` : ""}`,
      legend: drawn.series,
      notes: notes.map(({ day, text }) => `${calendarDay(day)}: ${text}`),
    };
    try {
      const { chartPicture } = await import("./chart-picture.ts");
      saveFile(`${fileName}.png`, await chartPicture(svg, texts));
    } catch {
      setProblem("This browser could not create the picture. Export the data as CSV instead.");
    }
  }

  return { saveCsv, savePng, problem };
}
