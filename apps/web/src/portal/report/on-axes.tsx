import type { ComponentType } from "react";
import { type ScaleFunction, useXAxisScale, useYAxisScale } from "recharts";
import { Later } from "../../components/later.tsx";
import type { ChartData } from "./chart-rows.ts";

/** Data with the axes on which it is drawn: they turn a row's key and a value into pixels. */
export interface DrawnData extends ChartData {
  across: ScaleFunction;
  up: ScaleFunction;
}

/** Draws data on the axes of the surrounding chart, once it has them. */
export function OnAxes({ draw: Draw, ...data }: ChartData & { draw: ComponentType<DrawnData> }) {
  const across = useXAxisScale();
  const up = useYAxisScale();
  return (
    across &&
    up && (
      <Later>
        <Draw {...data} across={across} up={up} />
      </Later>
    )
  );
}
