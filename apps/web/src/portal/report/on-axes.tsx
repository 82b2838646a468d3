import { type ComponentType, type ReactNode, useDeferredValue } from "react";
import { type ScaleFunction, useXAxisScale, useYAxisScale } from "recharts";
import type { ChartData } from "../../report/chart-rows.ts";

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

/**
 * Renders its children after the rest of the page, in a rendering of their own that yields to input. Afterwards they
 * update with the rest.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
