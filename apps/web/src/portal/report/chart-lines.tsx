import { lineParts } from "../../report/chart-axis.ts";
import { totalName } from "../../report/chart-rows.ts";
import type { DrawnData } from "./on-axes.tsx";

/**
 * A line for each series: not stacked, so that each is read against the axis. The line of their total is bolder. What is
 * not complete yet is dotted.
 */
export function ChartLines({ rows, series, across, up }: DrawnData) {
  const { whole, open } = lineParts(rows.map(({ partial }) => partial));
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      {series.map(({ name, colour }, index) => {
        const at = (row: number) => ({
          x: across(rows[row]?.key ?? "", { position: "middle" }) ?? 0,
          y: up(rows[row]?.values[index] ?? 0) ?? 0,
        });
        const points = (of: readonly number[]) => of.map((row) => `${at(row).x},${at(row).y}`).join(" ");
        const only = whole.length < 2 && open.length < 2 ? at(0) : null;
        return (
          <g key={name} stroke={colour} strokeWidth={name === totalName ? 3 : 2} data-line={name}>
            {whole.length > 1 && <polyline points={points(whole)} />}
            {open.length > 1 && <polyline points={points(open)} strokeDasharray="1 5" data-unfinished />}
            {only && <circle cx={only.x} cy={only.y} r="3" fill={colour} />}
          </g>
        );
      })}
    </g>
  );
}
