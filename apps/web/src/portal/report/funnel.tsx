import type { Funnel as FunnelNumbers } from "@gatepost/domain/stats/get-funnel";
import { seriesNames } from "@gatepost/presenters/app-stats";
import { Panel } from "../../components/panel.tsx";
import { dollars, dollarsOfCents } from "../../format/money.ts";
import { share, whole } from "../../format/number.ts";

/** From views of the public page to revenue. */
export function Funnel({ funnel, cents }: { funnel: FunnelNumbers /** As the chart counts them. */; cents: number }) {
  const { views, downloads, users, ready, failed, earned } = funnel;
  const steps: [name: string, value: number, of: string][] = [
    [seriesNames.views.name, views, ""],
    [seriesNames.downloads.name, downloads, part(downloads, views, "of page views")],
    [seriesNames.users.name, users, "distinct accounts"],
    [seriesNames.errors.name, ready, part(ready, ready + failed, "of its tasks and calls")],
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
            {of && <p className="mt-0.5 text-12 text-muted">{of}</p>}
          </li>
        ))}
        <li className="flex justify-between gap-3 border-line border-t pt-3">
          <span>{seriesNames.money.name}</span>
          <span className="font-semibold tabular-nums" title={`Exactly ${dollars(earned)}`}>
            {dollarsOfCents(cents)}
          </span>
        </li>
      </ol>
    </Panel>
  );
}

function part(value: number, of: number, text: string): string {
  return of === 0 ? "" : `${share(value / of)} ${text}`;
}
