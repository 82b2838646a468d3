"use client";

import type { Route } from "next";
import Link from "next/link";
import { ApplicationIcon } from "../../components/application-icon.tsx";
import { buttonClass } from "../../components/button-class.ts";
import type { Opened } from "../../components/dialog.tsx";
import { Menu } from "../../components/menu.tsx";
import { CompareMenu } from "./compare-menu.tsx";
import { RangeControls } from "./range-controls.tsx";
import type { ShownReport } from "./use-report.ts";
import { ZoneSelect } from "./zone-select.tsx";

/** The application's name, and all controls of the report. */
export function ReportHead({
  softId,
  report,
  readOnly,
  custom,
  saveCsv,
  savePng,
}: {
  softId: number;
  report: ShownReport;
  readOnly: boolean;
  /** The dialog of a custom range, which has a key of its own. */
  custom: Opened;
  saveCsv: () => void;
  savePng: () => void;
}) {
  const { view, show, application } = report;
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
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <ZoneSelect zone={view.timezone} choose={(timezone) => show({ timezone, point: null })} />
        <RangeControls report={report} custom={custom} />
        <CompareMenu view={view} show={show} />
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
    </div>
  );
}
