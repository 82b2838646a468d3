"use client";

import type { Route } from "next";
import Link from "next/link";
import { useState } from "react";
import { ApplicationIcon } from "../../components/application-icon.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { Menu } from "../../components/menu.tsx";
import { calendarDay } from "../../format/time.ts";
import { CustomRange, ZoneSelect } from "./controls.tsx";
import type { ShownReport } from "./use-report.ts";
import { moved, presetNames, presets, type View, withPreset } from "./view.ts";

/** The range as shown in its menu. */
export function rangeName({ range, from, to }: View): string {
  if (range !== "custom") return presetNames[range];
  return from === to ? calendarDay(from) : `${calendarDay(from)} – ${calendarDay(to)}`;
}

/** The application's name, and all controls of the report. */
export function ReportHead({
  softId,
  report,
  readOnly,
  saveCsv,
  savePng,
}: {
  softId: number;
  report: ShownReport;
  readOnly: boolean;
  saveCsv: () => void;
  savePng: () => void;
}) {
  const { view, show, today, application } = report;
  const [customOpen, setCustomOpen] = useState(false);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 items-center gap-3">
        <ApplicationIcon softId={softId} name={application?.name ?? ""} icon={application?.icon ?? null} />
        <div className="min-w-0">
          <h1 className="font-semibold text-20 tracking-tight">{application?.name ?? "…"}</h1>
          <p className="text-13 text-muted">
            softId <span className="font-mono">{softId}</span>
            {application?.demo && " · sample data"}
            {application?.published ? (
              <>
                {" · "}
                <a href={`/apps/${softId}`} className="underline underline-offset-4 hover:text-ink">
                  public page ↗
                </a>
              </>
            ) : (
              application && " · not published"
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ZoneSelect zone={view.timezone} choose={(timezone) => show({ timezone, point: null })} />
        <div className="flex items-center gap-1">
          <Button size="small" aria-label="Previous range" onClick={() => show(moved(view, -1, new Date()))}>
            ‹
          </Button>
          <Menu
            name={`Range: ${rangeName(view)}`}
            label={rangeName(view)}
            entries={[
              ...presets.map((preset) => ({
                label: presetNames[preset],
                chosen: view.range === preset,
                act: () => show(withPreset(view, preset, new Date())),
              })),
              { label: "Custom …", chosen: view.range === "custom", act: () => setCustomOpen(true) },
            ]}
          />
          <Button
            size="small"
            aria-label="Next range"
            disabled={view.to >= today}
            onClick={() => show(moved(view, 1, new Date()))}
          >
            ›
          </Button>
        </div>
        <Button
          size="small"
          aria-pressed={view.compare}
          aria-keyshortcuts="c"
          className={view.compare ? "border-accent! text-accent!" : ""}
          onClick={() => show({ compare: !view.compare })}
        >
          <span aria-hidden="true">┄</span> Compare
        </Button>
        <Menu
          label="Export"
          entries={[
            { label: "Data as CSV", act: saveCsv },
            { label: "Chart as PNG", act: savePng },
          ]}
        />
        {!readOnly && (
          <Link
            prefetch={false}
            href={`/dashboard/apps/${softId}/settings` as Route}
            className={buttonClass("plain", "small")}
          >
            Settings & sharing
          </Link>
        )}
      </div>
      <CustomRange
        open={customOpen}
        onOpenChange={setCustomOpen}
        from={view.from}
        to={view.to}
        choose={(days) => show({ ...days, range: "custom", point: null })}
      />
    </div>
  );
}
