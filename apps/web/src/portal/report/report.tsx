"use client";

import type { ErrorCode } from "@gatepost/contract/errors";
import { modeRecords } from "@gatepost/contract/modes";
import { lengthInDays } from "@gatepost/domain/statistics/days";
import type { Route } from "next";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { formatOf } from "../../format/numbers.ts";
import { longestByDay, movedRange, withPreset } from "../../report/view.ts";
import { ServiceNotice } from "../frame/service-notice.tsx";
import { usePortal } from "../portal-context.tsx";
import { filterHref } from "../tasks/task-filter.ts";
import { ChartPanel } from "./chart-panel.tsx";
import { FigureTabs } from "./figure-tabs.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import type { NumbersProps } from "./numbers.tsx";
import { ErrorTable, Funnel } from "./outcomes.tsx";
import { ReportHead } from "./report-head.tsx";
import { KeysHelp, useReportKeys } from "./report-keys.tsx";
import { useExports } from "./use-exports.ts";
import { useReport } from "./use-report.ts";

/** Loaded where nothing was counted yet. */
const Nothing = dynamic(() => import("./nothing.tsx").then((module) => module.Nothing));
/** Loaded when a day is looked at. */
const ExplainPanel = dynamic(() => import("./explain-panel.tsx").then((module) => module.ExplainPanel));
/** Loaded when a day's money is looked at. */
const CommissionList = dynamic(() => import("./commission-list.tsx").then(({ CommissionList: List }) => List));

interface Props {
  softId: number;
  now: Date;
  readOnly?: boolean;
}

/** The dashboard of an application. `now` is the server's, so that server and browser render the same days. */
export function Report({ softId, now, readOnly = false }: Props) {
  const report = useReport(softId, now);
  const { view, show, byHour, overview, errors, funnel, chart, comparable } = report;
  const { mode, from, to, timezone, point } = view;
  const { key, origin } = usePortal();
  const [helpOpen, setHelpOpen] = useState(false);
  const [customOpen, setCustomOpen] = useState(false);
  const chartPlace = useRef<HTMLDivElement>(null);
  const { saveCsv, savePng, problem } = useExports(softId, report, chartPlace);
  useReportKeys({
    mode: (chosen) => show({ mode: chosen, hidden: [], point: null }),
    range: (preset) => show(withPreset(view, preset, report.readAt)),
    custom: () => setCustomOpen(true),
    move: (direction) => show(movedRange(view, direction, report.readAt)),
    compare: () => show({ compare: view.compare ? null : "previous" }),
    form: () => show({ form: view.form === "bars" ? "lines" : "bars" }),
    help: () => setHelpOpen(true),
  });
  const empty =
    overview !== undefined && Object.values(overview.figures).every(({ total }) => total === 0) && errors?.length === 0;
  if (report.error) return <LoadError message={report.error.message} retry={report.retry} />;

  const showValue = formatOf(mode);

  return (
    <>
      <ReportHead
        softId={softId}
        report={report}
        readOnly={readOnly}
        custom={{ open: customOpen, onOpenChange: setCustomOpen }}
        saveCsv={saveCsv}
        savePng={() => void savePng()}
      />
      <KeysHelp open={helpOpen} onOpenChange={setHelpOpen} readOnly={readOnly} />
      {problem && <Notice tone="failed">{problem}</Notice>}
      {readOnly && <ServiceNotice />}
      <div className="space-y-4">
        <FigureTabs
          comparison={{ comparable, empty, unfinishedDay: byHour && report.partial }}
          baseline={report.baseline}
          overview={overview}
          failed={errors?.reduce((sum, { count }) => sum + count, 0)}
          mode={mode}
          choose={(next) => show({ mode: next, hidden: [], point: null })}
        />
        <div ref={chartPlace}>
          <ChartPanel report={report} show={showValue} />
        </div>
        {point && report.explained && (
          <ExplainPanel
            day={point}
            explanation={report.explained}
            close={() => show({ point: null })}
            {...(!readOnly && {
              tasks: (code) => tasksHref({ softId, timezone, from: point, to: point, code }),
              ...(modeRecords[mode].money && {
                entries: <CommissionList softId={softId} day={point} timezone={timezone} />,
              }),
            })}
          />
        )}
        {empty && <Nothing softId={softId} readOnly={readOnly} />}
        {report.partsError ? (
          <LoadError message={report.partsError.message} retry={report.retryParts} />
        ) : (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
            {errors ? (
              <ErrorTable
                errors={errors}
                comparable={comparable}
                partial={report.partial}
                {...(!readOnly && {
                  tasks: (code) => tasksHref({ softId, timezone, from, to, code }),
                })}
              />
            ) : (
              <Skeleton className="h-48 w-full" />
            )}
            {funnel && overview ? (
              <Funnel funnel={funnel} cents={overview.figures.money.total} />
            ) : (
              <Skeleton className="h-48 w-full" />
            )}
          </div>
        )}
        <NotesPanel
          softId={softId}
          notes={report.notes}
          more={report.moreNotes}
          today={report.today}
          readOnly={readOnly}
        />
        {chart && <NumbersTable {...chart} show={showValue} {...(!byHour && { choose: report.chooseRow })} />}
        {!readOnly && lengthInDays(from, to) <= longestByDay && (
          <div className="print:hidden">
            <Panel title="API call for this view">
              <CodeBlock
                label="The API call for this view"
                code={apiCall(origin, { clientKey: key, softId, mode, from, to, timezone })}
              />
            </Panel>
          </div>
        )}
        <p className="hidden text-13 text-muted lg:block">
          Press <kbd className="rounded-field border border-line px-1.5 font-mono text-12">?</kbd> for keyboard
          shortcuts.
        </p>
      </div>
    </>
  );
}

/** Loaded when it is opened. */
const Numbers = dynamic(() => import("./numbers.tsx").then((module) => module.Numbers));

/** Chart data, for reading and for screen readers. Its rows, possibly thousands, are rendered when it is opened. */
function NumbersTable(props: NumbersProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={`rounded-panel border border-line bg-panel ${open ? "" : "print:hidden"}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer rounded-panel px-4 py-3 font-semibold">Show as a table</summary>
      <section
        aria-label="Chart data"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        tabIndex={0}
        className="max-h-96 overflow-auto border-line border-t"
      >
        {open && <Numbers {...props} />}
      </section>
    </details>
  );
}

interface Counted {
  softId: number;
  from: string;
  to: string;
  timezone: string;
  /** An error code; empty: tasks that became ready. */
  code: string;
}

/**
 * The list of the signed-in account's own tasks among those that a report counts. Ranges that the list cannot have lead
 * to tasks of any day.
 */
function tasksHref({ softId, code, ...ended }: Counted): Route {
  return filterHref({
    softId,
    ...(code ? { state: "failed", code: code as ErrorCode } : { state: "ready" }),
    ...(lengthInDays(ended.from, ended.to) <= longestByDay && { ended }),
  });
}

/** The JSON call for what is on the screen, as a shell command. */
function apiCall(
  origin: string,
  asked: { clientKey: string; softId: number; mode: string; from: string; to: string; timezone: string },
): string {
  return `curl -s ${origin}/getAppStats -d '${JSON.stringify(asked)}'`;
}
