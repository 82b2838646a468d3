"use client";

import { useRef, useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { dollarsOfCents } from "../../format/money.ts";
import { whole } from "../../format/number.ts";
import { calendarDay } from "../../format/time.ts";
import { apiCall } from "./api-call.ts";
import { chartCsv } from "./chart-csv.ts";
import { ChartPanel } from "./chart-panel.tsx";
import { KeysHelp } from "./controls.tsx";
import { ErrorTable } from "./error-table.tsx";
import { ExplainPanel } from "./explain-panel.tsx";
import { FigureTabs } from "./figure-tabs.tsx";
import { Funnel } from "./funnel.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import { Nothing } from "./nothing.tsx";
import { NumbersTable } from "./numbers-table.tsx";
import { ReportHead } from "./report-head.tsx";
import { chartPicture, saveFile } from "./save-file.ts";
import { useReport } from "./use-report.ts";
import { useReportKeys } from "./use-report-keys.ts";
import { moved } from "./view.ts";

/** The dashboard of an application. `now` is the server's, so that server and browser render the same days. */
export function Report({
  softId,
  origin,
  demoSite,
  now,
  readOnly = false,
}: {
  softId: number;
  origin: string;
  /** The origin of the demo site on this machine, if it runs. */
  demoSite?: string | undefined;
  now: Date;
  readOnly?: boolean;
}) {
  const report = useReport(softId, now);
  const { view, show, byHour, overview, errors, funnel, generated, comparable } = report;
  const { mode, from, to, timezone, point } = view;
  const [helpOpen, setHelpOpen] = useState(false);
  const [problem, setProblem] = useState("");
  const chartPlace = useRef<HTMLDivElement>(null);
  useReportKeys({
    mode: (chosen) => show({ mode: chosen, hidden: [], point: null }),
    move: (direction) => show(moved(view, direction, new Date())),
    compare: () => show({ compare: !view.compare }),
    help: () => setHelpOpen(true),
  });
  if (report.error) return <LoadError message={report.error.message} retry={report.retry} />;

  const showValue = mode === "money" ? dollarsOfCents : whole;
  const fileName = `gatepost-${softId}-${mode}-${from}-${to}`;
  function saveCsv() {
    if (!generated) return;
    const text = chartCsv(generated, { mode, byHour, distinct: overview?.figures.users.total });
    saveFile(`${fileName}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
  }
  async function savePng() {
    const svg = chartPlace.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    if (!svg || !generated) return;
    setProblem("");
    const title = `${report.application?.name ?? ""}: ${mode}, ${calendarDay(from)} – ${calendarDay(to)}, ${timezone}`;
    const compared = generated.rows.some(({ before }) => before !== undefined);
    const legend = [...generated.series, ...(compared ? [{ name: "Before (dashed)", colour: "var(--ink)" }] : [])];
    await chartPicture(svg, title, legend).then(
      (picture) => saveFile(`${fileName}.png`, picture),
      () => setProblem("This browser could not create the picture. Export the data as CSV instead."),
    );
  }

  return (
    <>
      <ReportHead
        softId={softId}
        report={report}
        readOnly={readOnly}
        saveCsv={saveCsv}
        savePng={() => void savePng()}
      />
      <KeysHelp open={helpOpen} onOpenChange={setHelpOpen} readOnly={readOnly} />
      {problem && <Notice tone="failed">{problem}</Notice>}
      {report.stale && (
        <Notice tone="waits">
          The service cannot be reached. The numbers will update again when the connection is restored.
        </Notice>
      )}
      <div className="space-y-4">
        <FigureTabs
          comparable={comparable}
          overview={overview}
          failed={errors?.reduce((sum, { count }) => sum + count, 0)}
          mode={mode}
          choose={(next) => show({ mode: next, hidden: [], point: null })}
        />
        <div ref={chartPlace}>
          <ChartPanel report={report} show={showValue} />
        </div>
        {point && report.explained && (
          <ExplainPanel day={point} explanation={report.explained} close={() => show({ point: null })} />
        )}
        {overview && Object.values(overview.figures).every(({ total }) => total === 0) && errors?.length === 0 && (
          <Nothing softId={softId} origin={origin} demoSite={demoSite} readOnly={readOnly} />
        )}
        {report.partsError ? (
          <LoadError message={report.partsError.message} retry={report.retryParts} />
        ) : (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
            {errors ? (
              <ErrorTable
                errors={errors}
                comparable={comparable}
                {...(!readOnly && {
                  tasks: (code: string) => `/dashboard/tasks?state=failed&code=${code}&app=${softId}`,
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
        {generated && (
          <NumbersTable
            {...generated}
            show={showValue}
            {...(!byHour && { choose: (key: string) => show({ point: key }) })}
          />
        )}
        {!readOnly && (
          <Panel title="API call for this view">
            <CodeBlock
              label="The API call for this view"
              code={apiCall(origin, { softId, mode, from, to, timezone })}
            />
          </Panel>
        )}
        <p className="hidden text-13 text-muted lg:block">
          Press <kbd className="rounded-field border border-line px-1.5 font-mono text-12">?</kbd> for keyboard
          shortcuts.
        </p>
      </div>
    </>
  );
}
