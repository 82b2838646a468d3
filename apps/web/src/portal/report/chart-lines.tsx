import { type ScaleFunction, useXAxisScale, useYAxisScale } from "recharts";
import { Later } from "../../components/later.tsx";
import { lineParts } from "./chart-axis.ts";
import { type ChartData, totalName } from "./chart-rows.ts";

/**
 * A line for each series, on the axes of the surrounding chart: not stacked, so that each is read against the axis. The
 * line of their total is bolder. What is not complete yet is dotted.
 */
export function ChartLines(data: ChartData) {
  const across = useXAxisScale();
  const up = useYAxisScale();
  return (
    across &&
    up && (
      <Later>
        <Lines {...data} across={across} up={up} />
      </Later>
    )
  );
}

interface LinesProps extends ChartData {
  across: ScaleFunction;
  up: ScaleFunction;
}

function Lines({ rows, series, across, up }: LinesProps) {
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
