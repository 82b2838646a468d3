"use client";

import { useState } from "react";
import { SelectField } from "../../components/form.tsx";
import { Empty, Loaded, PageHead, Panel } from "../../components/panel.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { share, whole } from "../../format/numbers.ts";
import { duration } from "../../format/time.ts";
import { type Answers, trpc } from "../../trpc/client.tsx";

type Stats = Answers["stats"]["waits"];
type Figures = Stats["all"];

const ranges: Record<string, string> = { 1: "the last day", 7: "the last 7 days", 30: "the last 30 days" };

export function WaitStats() {
  const [days, setDays] = useState<number>(30);
  const found = trpc.stats.waits.useQuery({ days });
  return (
    <>
      <PageHead
        title="Wait statistics"
        actions={
          <ButtonLink href="/dashboard/tasks/waiting" size="small">
            Answer waits
          </ButtonLink>
        }
      >
        How fast your tasks' waits were answered, and how they ended.
      </PageHead>
      <div className="mb-4 max-w-56">
        <SelectField
          label="Tasks created in"
          value={days}
          options={ranges}
          onChange={({ target }) => setDays(Number(target.value))}
        />
      </div>
      <Loaded query={found} skeleton="h-64 w-full">
        {found.data && found.data.all.waits > 0 ? (
          <div className="space-y-4">
            <StatsTable
              title="By template"
              stats={found.data}
              rows={found.data.byTemplate.map((row) => [row.templateName, row])}
            />
            <StatsTable
              title="By application"
              stats={found.data}
              rows={found.data.byApplication.map((row) => [row.softId === null ? "None" : `softId ${row.softId}`, row])}
            />
            <Definitions isPartial={found.data.isPartial} />
          </div>
        ) : (
          <Empty title="No waits to show">
            <p>
              Once a task created in {ranges[days]} has waited for a value, this page says how long the answer took.
            </p>
          </Empty>
        )}
      </Loaded>
    </>
  );
}

type Row = [name: string, figures: Figures];

const columns: Column<Row>[] = [
  { title: "Name", look: "min-w-40 max-w-40 break-words sm:max-w-80", cell: ([name]) => name },
  ...["Waits", "Median", "p95", "Answered", "Timed out", "Declined", "Refused by the site"].map((title, index) => ({
    title,
    look: "whitespace-nowrap text-right tabular-nums",
    cell: ([, figures]: Row) => cellsOf(figures)[index],
  })),
];

function StatsTable({ title, stats, rows }: { title: string; stats: Stats; rows: Row[] }) {
  return (
    <Panel title={title} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      <section aria-label={title} tabIndex={0} className="overflow-x-auto text-13">
        <Table columns={columns} rows={[...rows, ["All", stats.all]]} keyOf={([name]) => name} />
      </section>
    </Panel>
  );
}

function cellsOf({ waits, answered, timedOut, declined, refused, medianSeconds, p95Seconds }: Figures): string[] {
  const lasted = (seconds: number | null) => (seconds === null ? "none" : duration(seconds * 1_000));
  return [
    whole(waits),
    lasted(medianSeconds),
    lasted(p95Seconds),
    ...[answered, timedOut, declined].map((count) => shareOf(count, waits)),
    shareOf(refused, answered),
  ];
}

/** The share with its count, such as "12.5% (3)". */
const shareOf = (count: number, all: number): string =>
  all === 0 ? "none" : `${share(count / all)} (${whole(count)})`;

function Definitions({ isPartial }: { isPartial: boolean }) {
  return (
    <Panel title="What is counted">
      <ul className="list-disc space-y-1 pl-5 text-13 text-muted">
        <li>A wait is counted once it has ended. If it was answered before the task asked, there was no wait.</li>
        <li>Median and p95 are of answered waits: the time from the question to the answer that was used.</li>
        <li>
          Answered, timed out and declined are shares of all waits. The others ended because their task was cancelled or
          reached its time limit.
        </li>
        <li>
          Refused by the site is the share of answers after which the template asked again, or had no attempts left.
        </li>
        <li>
          A wait that ended because its worker was lost is not counted. Records are kept for 30 days unless the operator
          chose otherwise.
        </li>
        {isPartial && <li>Only the latest 20,000 of these tasks are counted.</li>}
      </ul>
    </Panel>
  );
}
