import type { Explanation } from "@gatepost/domain/stats/explain-point";
import type { ErrorRow } from "@gatepost/domain/stats/get-errors";
import type { Funnel as FunnelNumbers } from "@gatepost/domain/stats/get-funnel";
import { Panel } from "../../components/panel.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { dollars, dollarsOfCents } from "../../format/money.ts";
import { percent, whole } from "../../format/number.ts";
import { calendarDay } from "../../format/time.ts";
import type { ChartData } from "./chart-rows.ts";
import { colourOf } from "./colours.ts";

const cell = "px-4 py-2 align-top";
const head = `${cell} font-normal text-13 text-muted`;

/** Error codes with count, share of all errors, trend and meaning. */
export function ErrorTable({ errors, tasks }: { errors: readonly ErrorRow[]; tasks?: string }) {
  return (
    <Panel title="Error codes" flush>
      {errors.length === 0 ? (
        <p className="px-4 pb-3 text-muted">No error in this range.</p>
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className={head}>
                Code and meaning
              </th>
              <th scope="col" className={`${head} text-right`}>
                Count
              </th>
              <th scope="col" className={`${head} hidden text-right sm:table-cell`}>
                Share
              </th>
              <th scope="col" className={`${head} hidden md:table-cell`}>
                Trend
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {errors.map(({ code, description, count, share, before, change, values }) => (
              <tr key={code}>
                <th scope="row" className={`${cell} font-normal`}>
                  <span className="flex items-baseline gap-2">
                    <span className="size-2.5 shrink-0" style={{ background: colourOf(code) }} />
                    <span className="font-mono text-13">
                      {tasks ? (
                        <a
                          href={`${tasks}&code=${code}`}
                          className="underline decoration-line underline-offset-4 hover:decoration-accent"
                        >
                          {code}
                        </a>
                      ) : (
                        code
                      )}
                    </span>
                  </span>
                  <span className="mt-0.5 block text-13 text-muted">{description}</span>
                </th>
                <td className={`${cell} text-right tabular-nums`}>
                  {whole(count)}
                  <span className="block whitespace-nowrap text-12 text-muted">
                    {change === null ? "none before" : `before: ${whole(before)}`}
                  </span>
                </td>
                <td className={`${cell} hidden whitespace-nowrap text-right tabular-nums sm:table-cell`}>
                  {percent(share)}
                </td>
                <td className={`${cell} hidden md:table-cell`}>
                  <Sparkline values={values} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** From a look at the public page to money. */
export function Funnel({ funnel, cents }: { funnel: FunnelNumbers /** As the chart counts them. */; cents: number }) {
  const { views, downloads, users, ready, failed, earned } = funnel;
  const steps: [name: string, value: number, of: string][] = [
    ["Page views", views, ""],
    ["Download clicks", downloads, part(downloads, views, "of views")],
    ["Users", users, "distinct accounts"],
    ["Tasks", ready, part(ready, ready + failed, "of what named it went well")],
  ];
  const most = Math.max(1, ...steps.map(([, value]) => value));
  return (
    <Panel title="From view to money">
      <ol className="space-y-3">
        {steps.map(([name, value, of]) => (
          <li key={name}>
            <p className="flex justify-between gap-3">
              <span>{name}</span>
              <span className="font-semibold tabular-nums">{whole(value)}</span>
            </p>
            <svg className="mt-1 h-1.5 w-full" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="1" className="fill-raised" />
              <rect width={(value / most) * 100} height="1" className="fill-accent" />
            </svg>
            {of && <p className="mt-0.5 text-12 text-muted">{of}</p>}
          </li>
        ))}
        <li className="flex justify-between gap-3 border-line border-t pt-3">
          <span>Money earned</span>
          <span className="font-semibold tabular-nums" title={`Exactly ${dollars(earned)}`}>
            {dollarsOfCents(cents)}
          </span>
        </li>
      </ol>
    </Panel>
  );
}

function part(value: number, of: number, text: string): string {
  return of === 0 ? "" : `${percent(value / of)} ${text}`;
}

const metricNames: Record<string, string> = {
  ready: "Tasks that became ready",
  error: "Error",
  view: "Page views by people",
  download: "Download clicks by people",
  users: "Distinct accounts",
  money: "Commission",
};
const reasons: Record<string, string> = {
  crawler: "Crawlers, previews and monitors that name themselves",
  prefetch: "Fetched ahead of a click, or beside a page",
  head: "Asked by HEAD, without the page",
};

/** What one point counted, and what was left out and why. */
export function ExplainPanel({
  day,
  explanation,
  close,
}: {
  day: string;
  explanation: Explanation;
  close: () => void;
}) {
  const { counted, leftOut, notes } = explanation;
  return (
    <Panel
      title={`What ${calendarDay(day)} counted`}
      actions={
        <button type="button" onClick={close} className="text-13 text-muted underline underline-offset-4">
          Close
        </button>
      }
    >
      <dl className="space-y-1 tabular-nums">
        {counted.map(({ metric, label, n }) => (
          <div key={`${metric} ${label}`} className="flex justify-between gap-4">
            <dt>{label || metricNames[metric]}</dt>
            <dd className="font-semibold">{metric === "money" ? dollars(n) : whole(n)}</dd>
          </div>
        ))}
        {counted.length === 0 && <p className="text-muted">Nothing happened on this day.</p>}
      </dl>
      {leftOut.length > 0 && (
        <>
          <h3 className="mt-3 text-13 text-muted">Seen and left out</h3>
          <dl className="mt-1 space-y-1 tabular-nums">
            {leftOut.map(({ reason, n }) => (
              <div key={reason} className="flex justify-between gap-4">
                <dt>{reasons[reason] ?? reason}</dt>
                <dd>{whole(n)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {notes.map(({ noteId, text }) => (
        <p key={noteId} className="mt-2 text-waits">
          ⚑ {text}
        </p>
      ))}
    </Panel>
  );
}

/** The chart's numbers, for reading and for screen readers; a row leads to its explanation. */
export function NumbersTable({
  rows,
  series,
  show,
  choose,
}: ChartData & { show: (value: number) => string; choose?: (key: string) => void }) {
  return (
    <details className="rounded-panel border border-line bg-panel">
      <summary className="cursor-pointer rounded-panel px-4 py-3 font-semibold">The same numbers as a table</summary>
      <section
        aria-label="The chart's numbers"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        tabIndex={0}
        className="max-h-96 overflow-auto border-line border-t"
      >
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-panel">
            <tr>
              <th scope="col" className={head}>
                When
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className={`${head} text-right`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, name, partial, values }) => (
              <tr key={key}>
                <th scope="row" className={`${cell} whitespace-nowrap font-normal`}>
                  {choose ? (
                    <button
                      type="button"
                      onClick={() => choose(key)}
                      className="underline decoration-line underline-offset-4"
                    >
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                  {partial && <span className="text-muted"> so far</span>}
                </th>
                {series.map(({ name: of }, index) => (
                  <td key={of} className={`${cell} text-right`}>
                    {show(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
