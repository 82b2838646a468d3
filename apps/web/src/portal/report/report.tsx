"use client";

import type { ErrorCode } from "@gatepost/contract/errors";
import { modeRecords, modes } from "@gatepost/contract/modes";
import { lengthInDays } from "@gatepost/domain/statistics/days";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { focusHeading, useShortcuts } from "../../components/page-hooks.ts";
import { LoadError, Loaded, Notice, Panel } from "../../components/panel.tsx";
import { orUnloaded } from "../../components/unloaded.tsx";
import { formatOf } from "../../format/numbers.ts";
import { longestByDay, movedRange, presets, presetTexts, withPreset } from "../../report/view.ts";
import { ServiceNotice } from "../frame/service-notice.tsx";
import { usePortal } from "../portal-context.tsx";
import { filterHref } from "../tasks/task-filter.ts";
import { ChartPanel } from "./chart-panel.tsx";
import { FigureTabs } from "./figure-tabs.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import type { NumbersProps } from "./numbers.tsx";
import { ErrorTable, Funnel } from "./outcomes.tsx";
import { ReportHead } from "./report-head.tsx";
import { useExports } from "./use-exports.ts";
import { type ShownReport, useReport } from "./use-report.ts";

/** Each is loaded when it is looked at. */
const Nothing = dynamic(() => orUnloaded(import("./nothing.tsx").then((module) => module.Nothing)));
const ExplainPanel = dynamic(() => orUnloaded(import("./explain-panel.tsx").then((module) => module.ExplainPanel)));
const CommissionList = dynamic(() =>
  orUnloaded(import("./commission-list.tsx").then((module) => module.CommissionList)),
);
const KeysList = dynamic(() => orUnloaded(import("./keys-list.tsx").then((module) => module.KeysList)));
const Numbers = dynamic(() => orUnloaded(import("./numbers.tsx").then((module) => module.Numbers)));

interface Props {
  softId: number;
  now: Date;
  readOnly?: boolean;
}

/** The dashboard of an application. `now` is the server's, so that server and browser render the same days. */
export function Report({ softId, now, readOnly = false }: Props) {
  const report = useReport(softId, now);
  const { view, show, byHour, overview, outcomes, chart, comparable, empty } = report;
  const { mode, from, to, timezone, point } = view;
  const { key, origin } = usePortal();
  const [helpOpen, setHelpOpen] = useState(false);
  const [customOpen, setCustomOpen] = useState(false);
  const chartPlace = useRef<HTMLDivElement>(null);
  const { saveCsv, savePng, problem } = useExports(softId, report, chartPlace);
  const closePoint = () => {
    focusHeading();
    show({ point: null });
  };
  useReportKeys(report, { openDays: () => setCustomOpen(true), openHelp: () => setHelpOpen(true), closePoint });
  if (report.error) return <LoadError message={report.error.message} retry={report.retry} />;

  /**
   * A link to the list of one's own tasks of these days that failed with a code or, without one, that became ready. Ranges that the
   * list cannot have lead to tasks of any day.
   */
  const tasksOf = (days: { from: string; to: string }) => (code: string) =>
    filterHref({
      softId,
      ...(code ? { state: "failed", errorCode: code as ErrorCode } : { state: "ready" }),
      ...(lengthInDays(days.from, days.to) <= longestByDay && { ended: { ...days, timezone } }),
    });
  return (
    <>
      <ReportHead
        softId={softId}
        report={report}
        readOnly={readOnly}
        custom={{ open: customOpen, onOpenChange: setCustomOpen }}
        saveCsv={saveCsv}
        savePng={savePng}
      />
      <Dialog title="Keyboard shortcuts" open={helpOpen} onOpenChange={setHelpOpen}>
        <KeysList readOnly={readOnly} />
      </Dialog>
      {problem && <Notice tone="failed">{problem}</Notice>}
      {readOnly && <ServiceNotice />}
      <div className="space-y-4">
        <FigureTabs report={report} />
        <div ref={chartPlace}>
          <ChartPanel report={report} />
        </div>
        {point && report.explained && (
          <div key={point} ref={intoView} className="scroll-my-24">
            <ExplainPanel
              day={point}
              explanation={report.explained}
              close={closePoint}
              tasks={readOnly ? undefined : tasksOf({ from: point, to: point })}
              entries={
                !readOnly &&
                modeRecords[mode].money && <CommissionList softId={softId} day={point} timezone={timezone} />
              }
            />
          </div>
        )}
        {empty && <Nothing softId={softId} published={report.application?.published === true} readOnly={readOnly} />}
        <Loaded query={report.parts} skeleton="h-48 w-full">
          {outcomes && overview && (
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
              <ErrorTable
                errors={outcomes.errors}
                comparable={comparable}
                partial={report.partial}
                tasks={readOnly ? undefined : tasksOf({ from, to })}
              />
              <Funnel funnel={outcomes.funnel} cents={overview.figures.money.total} />
            </div>
          )}
        </Loaded>
        <NotesPanel softId={softId} report={report} readOnly={readOnly} />
        {chart && <NumbersTable {...chart} show={formatOf(mode)} {...(!byHour && { choose: report.chooseRow })} />}
        {!readOnly && lengthInDays(from, to) <= longestByDay && (
          <Panel title="API call for this view" screenOnly>
            <CodeBlock
              label="The API call for this view"
              code={`curl -s ${origin}/getAppStats -d '${JSON.stringify({ clientKey: key, softId, mode, from, to, timezone })}'`}
            />
          </Panel>
        )}
        <p className="hidden text-13 text-muted lg:block print:hidden">
          Press <kbd className="rounded-field border border-line px-1.5 font-mono text-12">?</kbd> for keyboard
          shortcuts.
        </p>
      </div>
    </>
  );
}

/** The day may have been chosen in the table far below, or on a phone, where what is said of it is below the screen. */
function intoView(element: HTMLElement | null): void {
  const { top = 0 } = element?.getBoundingClientRect() ?? {};
  if (top < 0 || top > innerHeight - 80) element?.scrollIntoView({ block: "nearest" });
}

/**
 * 1–5 select the mode, letters select a range, arrows move it, c and x compare, b changes the chart's form, ? lists the keys; never
 * while somebody types or has a list before them.
 */
function useReportKeys(
  { view, show, showMode, readAt }: ShownReport,
  { openDays, openHelp, closePoint }: Record<"openDays" | "openHelp" | "closePoint", () => void>,
): void {
  useShortcuts((event) => {
    const { key } = event;
    const target = event.target as HTMLElement;
    const mode = modes[Number(key) - 1];
    const preset = presets.find((one) => presetTexts[one].key === key);
    if (mode) showMode(mode);
    else if (key === "ArrowLeft" || key === "ArrowRight") {
      // A table that is wider than its place is scrolled.
      if (target.scrollWidth > target.clientWidth && target.tabIndex === 0) return;
      event.preventDefault();
      show(movedRange(view, key === "ArrowLeft" ? -1 : 1, readAt));
    } else if (preset) show(withPreset(view, preset, readAt));
    else if (key === "o") openDays();
    else if (key === "c" || key === "x") show({ compare: view.compare ? null : "previous" });
    else if (key === "b") show({ form: view.form === "bars" ? "lines" : "bars" });
    else if (key === "?") openHelp();
    else if (key === "Escape" && view.point !== null) closePoint();
  });
}

/** Chart data, for reading and for screen readers. Its rows, possibly thousands, are rendered when it is opened. */
function NumbersTable(props: NumbersProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="rounded-panel border border-line bg-panel"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer rounded-panel px-4 py-3 font-semibold">Show as a table</summary>
      <section
        aria-label="Chart data"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        tabIndex={0}
        className="max-h-96 overflow-auto border-line border-t [&_thead]:sticky [&_thead]:top-0 [&_thead]:bg-panel"
      >
        {open && <Numbers {...props} />}
      </section>
    </details>
  );
}
