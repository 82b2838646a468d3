import { metricName } from "@gatepost/contract/modes";
import type { ErrorRow } from "@gatepost/domain/statistics/get-app-stats";
import type { Funnel as FunnelNumbers } from "@gatepost/domain/statistics/get-overview";
import { errorMeaning } from "@gatepost/presenters/stats";
import { Panel } from "../../components/panel.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { QuietLink } from "../../components/text-link.tsx";
import { dollars, dollarsOfCents, share, whole } from "../../format/numbers.ts";
import { finished } from "../../report/chart-rows.ts";
import { colourOf } from "../../report/labels.ts";

interface Props {
  errors: readonly ErrorRow[];
  /** Whether the application existed during the whole period before. */
  comparable: boolean;
  /** The last day is not over. */
  partial: boolean;
  /** The list of one's own tasks that failed with a code. */
  tasks: ((code: string) => string) | undefined;
}

export function ErrorTable({ errors, comparable, partial, tasks }: Props) {
  const columns: Column<ErrorRow>[] = [
    {
      title: "Code and meaning",
      cell: ({ code }) => (
        <>
          <span className="flex items-baseline gap-2">
            <span className="size-2.5 shrink-0 forced-color-adjust-none" style={{ background: colourOf(code) }} />
            <span className="font-mono text-13">{tasks ? <QuietLink href={tasks(code)}>{code}</QuietLink> : code}</span>
          </span>
          <span className="mt-0.5 block text-13 text-muted">{errorMeaning(code).description}</span>
        </>
      ),
    },
    {
      title: "Count",
      look: "text-right tabular-nums",
      cell: ({ count, before }) => (
        <>
          {whole(count)}
          {comparable && <span className="block whitespace-nowrap text-12 text-muted">{whole(before)} before</span>}
        </>
      ),
    },
    {
      title: "Share",
      look: "hidden whitespace-nowrap text-right tabular-nums sm:table-cell",
      cell: ({ share: part }) => share(part),
    },
  ];
  // One day has none.
  if (errors.some(({ values }) => finished(values, partial).length > 1))
    columns.push({
      title: "Trend",
      look: "hidden md:table-cell",
      cell: ({ values }) => <Sparkline values={finished(values, partial)} />,
    });
  return (
    <Panel title="Error codes" flush>
      {errors.length === 0 ? (
        <p className="px-4 pb-3 text-muted">No errors in this range.</p>
      ) : (
        <Table columns={columns} rows={errors} keyOf={({ code }) => code} />
      )}
      {tasks && errors.length > 0 && (
        <p className="border-line border-t px-4 py-2 text-12 text-muted print:hidden">
          A code links to your own tasks that failed with it. Other accounts' tasks and refused calls are counted, but
          not listed.
        </p>
      )}
    </Panel>
  );
}

export function Funnel({ funnel, cents }: { funnel: FunnelNumbers; cents: number }) {
  const { views, downloads, users, ready, failed, earned } = funnel;
  const steps: [name: string, value: number, of: string][] = [
    [metricName("view"), views, ""],
    [metricName("download"), downloads, part(downloads, views, "of page views")],
    [metricName("users"), users, "distinct accounts"],
    [metricName("ready"), ready, part(ready, ready + failed, "of tasks and calls")],
  ];
  const max = Math.max(1, ...steps.map(([, value]) => value));
  return (
    <Panel title="From view to earnings">
      <ol className="space-y-3">
        {steps.map(([name, value, of]) => (
          <li key={name}>
            <p className="flex justify-between gap-3">
              <span>{name}</span>
              <span className="font-semibold tabular-nums">{whole(value)}</span>
            </p>
            <svg className="mt-1 h-1.5 w-full" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="1" className="fill-raised" />
              <rect width={(value / max) * 100} height="1" className="fill-accent" />
            </svg>
            {of && <p className="mt-0.5 text-12 text-muted tabular-nums">{of}</p>}
          </li>
        ))}
        <li className="flex justify-between gap-3 border-line border-t pt-3">
          <span>{metricName("money")}</span>
          <span className="font-semibold tabular-nums" title={`Exactly ${dollars(earned)}`}>
            {dollarsOfCents(cents)}
          </span>
        </li>
      </ol>
    </Panel>
  );
}

const part = (value: number, of: number, text: string): string => (of === 0 ? "" : `${share(value / of)} ${text}`);
