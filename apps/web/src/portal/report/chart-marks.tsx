import { Line, ReferenceLine } from "recharts";
import type { ChartRow } from "../../report/chart-rows.ts";

interface MarksProps {
  rows: readonly ChartRow[];
  /** Texts of notes by the row's key. */
  notes: ReadonlyMap<string, string[]>;
  chosen: string | null;
}

/** What lies over the bars: the period before as a dashed line, notes as flags, and the selected row. */
export function ChartMarks({ rows, notes, chosen }: MarksProps) {
  return (
    <>
      {rows.some(({ before }) => before !== undefined) &&
        // With a border in the background's colour, so that it is visible over every bar.
        (["panel", "ink"] as const).map((colour) => (
          <Line
            key={colour}
            dataKey="before"
            stroke={`var(--${colour})`}
            strokeWidth={colour === "panel" ? 4.5 : 1.75}
            strokeDasharray="6 4"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
      {rows
        .filter(({ key }) => notes.has(key))
        .map(({ key }) => (
          <ReferenceLine
            key={key}
            x={key}
            stroke="var(--waits)"
            strokeDasharray="3 3"
            label={{ value: "⚑", position: "top", fill: "var(--waits)", fontSize: 13 }}
          />
        ))}
      {chosen && rows.some(({ key }) => key === chosen) && (
        <ReferenceLine x={chosen} stroke="var(--ink)" strokeDasharray="2 2" />
      )}
    </>
  );
}
