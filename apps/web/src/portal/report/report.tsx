"use client";

import { csv } from "@gatepost/domain/csv";
import { statsCsv } from "@gatepost/domain/stats/csv";
import { localDay } from "@gatepost/domain/stats/days";
import { keepPreviousData } from "@tanstack/react-query";
import type { Route } from "next";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Button, buttonLook } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Menu } from "../../components/menu.tsx";
import { LoadError, Notice, Skeleton } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { dollarsOfCents } from "../../format/money.ts";
import { whole } from "../../format/number.ts";
import { calendarDay } from "../../format/time.ts";
import { trpc } from "../../trpc/client.tsx";
import { type ChartData, dayRows, hourRows, shownSeries } from "./chart-rows.ts";
import { CustomRange, KeysHelp, ZoneSelect } from "./controls.tsx";
import { FigureTabs } from "./figure-tabs.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import { ErrorTable, ExplainPanel, Funnel, NumbersTable } from "./report-parts.tsx";
import { chartPicture, saveFile } from "./save-file.ts";
import { useReportKeys } from "./use-report-keys.ts";
import { modes, moved, presetNames, presets, readView, type View, writeView } from "./view.ts";

/** The chart library comes after the page: the figures are there first. */
const ReportChart = dynamic(() => import("./report-chart.tsx").then(({ ReportChart: Chart }) => Chart), {
  loading: () => <Skeleton className="h-80 w-full" />,
});

const hourNames: Record<View["mode"], string> = {
  errors: "Accepted (paid)",
  views: "Page views",
  downloads: "Download clicks",
  users: "Active users",
  money: "Money earned",
};

/** The dashboard of an application. `now` is the server's, so that both render the same days. */
export function Report({
  softId,
  origin,
  now: sent,
  readOnly = false,
}: {
  softId: number;
  origin: string;
  now: Date;
  readOnly?: boolean;
}) {
  const params = useSearchParams();
  const [now, setNow] = useState(sent);
  const [customOpen, setCustomOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const [problem, setProblem] = useState("");
  const chartPlace = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const beat = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(beat);
  }, []);

  const view = readView(new URLSearchParams(params.toString()), now);
  const { mode, from, to, timezone, hidden, point } = view;
  const show = (next: Partial<View>) => history.pushState(null, "", writeView({ ...view, ...next }));
  const range = { softId, from, to, timezone };
  const byHour = from === to;
  const today = localDay(now.getTime(), timezone);
  const live = to >= today ? 1_500 : (false as const);
  const kept = { placeholderData: keepPreviousData };

  const application = trpc.applications.get.useQuery({ softId }, { staleTime: 60_000 });
  const overview = trpc.stats.overview.useQuery(range, { ...kept, refetchInterval: live });
  const chart = trpc.stats.chart.useQuery({ ...range, mode }, { ...kept, refetchInterval: live, enabled: !byHour });
  const hours = trpc.stats.hours.useQuery(
    { softId, mode, day: from, timezone },
    { ...kept, refetchInterval: live, enabled: byHour },
  );
  const errors = trpc.stats.errors.useQuery(range, { ...kept, refetchInterval: live && 5_000 });
  const funnel = trpc.stats.funnel.useQuery(range, { ...kept, refetchInterval: live && 5_000 });
  const notes = trpc.stats.notes.useQuery({ softId, from, to }, kept);
  const explained = trpc.stats.explain.useQuery(
    { softId, mode, day: point ?? from, timezone },
    { ...kept, enabled: point !== null },
  );

  // The other modes are fetched ahead, so that a switch draws at once.
  const client = trpc.useUtils();
  useEffect(() => {
    const wait = setTimeout(() => {
      for (const other of modes) {
        if (from === to) void client.stats.hours.prefetch({ softId, mode: other, day: from, timezone });
        else void client.stats.chart.prefetch({ softId, mode: other, from, to, timezone });
      }
    }, 300);
    return () => clearTimeout(wait);
  }, [client, softId, from, to, timezone]);

  useReportKeys({
    mode: (chosen) => show({ mode: chosen, hidden: [], point: null }),
    move: (direction) => show(moved(view, direction, new Date())),
    help: () => setHelpOpen(true),
  });

  const loadError = overview.error ?? (byHour ? hours.error : chart.error) ?? application.error;
  if (loadError && !overview.data)
    return (
      <LoadError
        message={loadError.message}
        retry={() => void Promise.all([overview.refetch(), chart.refetch(), application.refetch()])}
      />
    );

  const report = chart.data && { ...chart.data, chartData: shownSeries(chart.data.chartData, hidden) };
  const partial = overview.data?.partial ?? false;
  const drawn: ChartData | undefined = byHour
    ? hours.data && hourRows(hours.data, hourNames[mode])
    : report && dayRows(report, { from, partial });
  const comparable =
    !application.data ||
    !overview.data ||
    application.data.createdAt.toISOString().slice(0, 10) <= overview.data.comparedWith.from;
  const showValue = mode === "money" ? dollarsOfCents : whole;
  const flags = new Map<string, string[]>();
  for (const { day, text } of notes.data ?? []) flags.set(day, [...(flags.get(day) ?? []), text]);
  const rangeName = view.range === "custom" ? `${calendarDay(from)} – ${calendarDay(to)}` : presetNames[view.range];
  const title = `${application.data?.name ?? ""}: ${mode}, ${calendarDay(from)} – ${calendarDay(to)}, ${timezone}`;
  const fileName = `gatepost-${softId}-${mode}-${from}-${to}`;

  function saveCsv() {
    const text = byHour
      ? drawn &&
        csv([
          ["hour", ...drawn.series.map(({ name }) => (mode === "money" ? `${name} (USD)` : name))],
          ...drawn.rows.map(({ name, values }) => [
            name,
            ...values.map((value) => (mode === "money" ? (value / 100).toFixed(2) : value)),
          ]),
        ])
      : report && statsCsv(report, { mode, timezone, distinct: overview.data?.figures.users.total });
    if (text) saveFile(`${fileName}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
  }
  async function savePng() {
    const svg = chartPlace.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    if (!svg || !drawn) return;
    setProblem("");
    await chartPicture(svg, title, drawn.series).then(
      (picture) => saveFile(`${fileName}.png`, picture),
      () => setProblem("This browser could not make the picture. Save the numbers as CSV instead."),
    );
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-semibold text-20 tracking-tight">{application.data?.name ?? "…"}</h1>
          <p className="text-13 text-muted">
            softId <span className="font-mono">{softId}</span>
            {application.data?.demo && " · sample data"}
            {application.data?.published ? (
              <>
                {" · "}
                <a href={`/apps/${softId}`} className="underline underline-offset-4 hover:text-ink">
                  public page ↗
                </a>
              </>
            ) : (
              application.data && " · not published"
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ZoneSelect zone={timezone} choose={(next) => show({ timezone: next, point: null })} />
          <div className="flex items-center">
            <Button size="small" aria-label="The range before" onClick={() => show(moved(view, -1, new Date()))}>
              ‹
            </Button>
            <Menu
              name={`Range: ${rangeName}`}
              label={rangeName}
              entries={[
                ...presets.map((preset) => ({
                  label: presetNames[preset],
                  chosen: view.range === preset,
                  act: () => show(readPreset(preset, view)),
                })),
                { label: "Custom …", chosen: view.range === "custom", act: () => setCustomOpen(true) },
              ]}
            />
            <Button
              size="small"
              aria-label="The range after"
              disabled={to >= today}
              onClick={() => show(moved(view, 1, new Date()))}
            >
              ›
            </Button>
          </div>
          <Menu
            label="Export"
            entries={[
              { label: "Numbers as CSV", act: saveCsv },
              { label: "Chart as PNG", act: () => void savePng() },
            ]}
          />
          {!readOnly && (
            <Link href={`/dashboard/apps/${softId}/settings` as Route} className={buttonLook("plain", "small")}>
              Share, settings
            </Link>
          )}
        </div>
      </div>
      <CustomRange
        open={customOpen}
        onOpenChange={setCustomOpen}
        from={from}
        to={to}
        choose={(days) => show({ ...days, range: "custom", point: null })}
      />
      <KeysHelp open={helpOpen} onOpenChange={setHelpOpen} />
      {problem && <Notice tone="failed">{problem}</Notice>}

      <div className="space-y-4">
        <FigureTabs
          comparable={comparable}
          overview={overview.data}
          mode={mode}
          choose={(next) => show({ mode: next, hidden: [], point: null })}
        />
        <section aria-label="Chart" className="rounded-panel border border-line bg-panel px-2 pt-3 pb-2 sm:px-4">
          <div ref={chartPlace}>
            {drawn ? (
              <ReportChart
                {...drawn}
                label={`Chart of ${mode}, ${rangeName}. The same numbers stand in the table below.`}
                show={showValue}
                notes={flags}
                chosen={point}
                choose={(key) => show({ point: byHour ? from : key })}
              />
            ) : (
              <Skeleton className="h-80 w-full" />
            )}
          </div>
          {chart.data && !byHour && chart.data.chartData.length > 1 && (
            <Legend
              chart={chart.data.chartData.map(({ name, code }) => ({ name, code }))}
              hidden={hidden}
              change={(next) => show({ hidden: next })}
            />
          )}
          <p className="px-2 pt-1 pb-1 text-12 text-muted">
            {byHour ? `${calendarDay(from)} by hour` : "By day"}, {timezone}.
            {partial && " The hatched bar is today, which is not over."}
            {!comparable && " The application is too new for a whole period before this one."}
            {overview.data && comparable && (
              <>
                {" "}
                Compared with {calendarDay(overview.data.comparedWith.from)} –{" "}
                {calendarDay(overview.data.comparedWith.to)}, the same weekdays
                {partial && ", its last day up to this time"}.
              </>
            )}
          </p>
        </section>

        {point && explained.data && (
          <ExplainPanel day={point} explanation={explained.data} close={() => show({ point: null })} />
        )}
        {overview.data && isEmpty(overview.data.figures) && (
          <Nothing softId={softId} origin={origin} readOnly={readOnly} />
        )}

        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
          {errors.data ? (
            <ErrorTable errors={errors.data} {...(!readOnly && { tasks: "/dashboard/tasks?state=failed" })} />
          ) : (
            <Skeleton className="h-48 w-full" />
          )}
          {funnel.data && overview.data ? (
            <Funnel funnel={funnel.data} cents={overview.data.figures.money.total} />
          ) : (
            <Skeleton className="h-48 w-full" />
          )}
        </div>
        <NotesPanel softId={softId} notes={notes.data ?? []} today={today} readOnly={readOnly} />
        {drawn && (
          <NumbersTable
            {...drawn}
            show={showValue}
            {...(!byHour && { choose: (key: string) => show({ point: key }) })}
          />
        )}
        {!readOnly && (
          <Panel title="API call for this view">
            <CodeBlock
              label="The call that answers this view"
              code={apiCall(origin, { softId, mode, from, to, timezone })}
            />
          </Panel>
        )}
        <p className="hidden text-13 text-muted lg:block">
          Press <kbd className="rounded-field border border-line px-1.5 font-mono text-12">?</kbd> for the keys.
        </p>
      </div>
    </>
  );
}

function readPreset(preset: (typeof presets)[number], { mode, timezone, hidden }: View): View {
  return { ...readView(new URLSearchParams({ mode, range: preset, tz: timezone }), new Date()), hidden };
}

/** Switches series on and off; at least one stays. */
function Legend({
  chart,
  hidden,
  change,
}: {
  chart: { name: string; code: string }[];
  hidden: string[];
  change: (hidden: string[]) => void;
}) {
  const { series } = dayRows(
    { chartData: chart.map((one) => ({ ...one, data: [], itemname: "", errorId: 0, description: "" })) },
    { from: "2026-01-01", partial: false },
  );
  const shown = shownSeries(series, hidden);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Series of the chart" className="mb-1 flex flex-wrap gap-x-1 gap-y-1 px-1">
      {series.map(({ name, colour }) => {
        const on = shown.some((one) => one.name === name);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={on}
            onClick={() => change(on ? [...hidden, name] : hidden.filter((one) => one !== name))}
            className={`flex items-center gap-1.5 rounded-field px-2 py-1 text-12 hover:bg-raised ${on ? "" : "text-muted line-through"}`}
          >
            <span
              className="size-2.5 border"
              style={{ background: on ? colour : "transparent", borderColor: colour }}
            />
            {name}
          </button>
        );
      })}
    </div>
  );
}

function isEmpty(figures: Record<View["mode"], { total: number }>): boolean {
  return Object.values(figures).every(({ total }) => total === 0);
}

function Nothing({ softId, origin, readOnly }: { softId: number; origin: string; readOnly: boolean }) {
  if (readOnly) return <p className="text-muted">Nothing was counted in this range.</p>;
  return (
    <Panel title="Nothing was counted in this range">
      <p className="mb-3 max-w-prose text-muted">
        Put the softId into a task, or open the{" "}
        <a href={`/apps/${softId}`} className="text-accent underline underline-offset-4">
          public page
        </a>
        : the number is on the chart within two seconds.
      </p>
      <CodeBlock
        label="A call that is counted"
        code={`curl -s ${origin}/createTask -d '{"clientKey":"YOUR_KEY","softId":${softId},"task":{"type":"AntiGateTask","websiteURL":"https://example.com/","templateName":"…","variables":{}}}'`}
      />
    </Panel>
  );
}

function apiCall(
  origin: string,
  asked: { softId: number; mode: string; from: string; to: string; timezone: string },
): string {
  return `curl -s ${origin}/getAppStats -d '${JSON.stringify({ clientKey: "YOUR_KEY", ...asked })}'`;
}
