import { useId } from "react";
import type { DrawnData } from "./on-axes.tsx";

/**
 * The bars, stacked by series. Not Recharts' own bars, each of which is several components that listen to the pointer:
 * with 30 days of eight series that was most of the page's response time (`npm run bench -- p10`).
 */
export function ChartBars({ rows, series, across, up }: DrawnData) {
  const id = useId().replace(/\W/g, "");
  return (
    <g>
      <defs>
        {series.map(({ name, colour }, index) => (
          <pattern
            key={name}
            id={`${id}-${index}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill={colour} opacity="0.18" />
            <rect width="2.5" height="6" fill={colour} />
          </pattern>
        ))}
      </defs>
      {rows.flatMap(({ key, values, partial }) => {
        const left = across(key, { position: "start" }) ?? 0;
        const band = (across(key, { position: "end" }) ?? 0) - left;
        const gap = band * (rows.length > 120 ? 0.04 : 0.11);
        let below = 0;
        return series.flatMap(({ name, colour }, index) => {
          const value = values[index] ?? 0;
          if (value <= 0) return [];
          const bottom = up(below) ?? 0;
          below += value;
          const top = up(below) ?? 0;
          return [
            <rect
              key={`${key} ${name}`}
              x={left + gap}
              y={top}
              width={Math.max(1, band - 2 * gap)}
              height={bottom - top}
              fill={partial ? `url(#${id}-${index})` : colour}
              // The numbers as attributes, for tests.
              data-row={key}
              data-value={value}
            />,
          ];
        });
      })}
    </g>
  );
}
