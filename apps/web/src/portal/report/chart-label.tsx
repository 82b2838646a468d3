import type { XAxisTickContentProps, YAxisTickContentProps } from "recharts";

/** A label of an axis. Recharts' own label measures itself in the page, twice, to break lines. */
export function axisLabel(props: XAxisTickContentProps | YAxisTickContentProps) {
  const { x, y, textAnchor, verticalAnchor, payload, index, tickFormatter } = props;
  return (
    <text
      x={x}
      y={y}
      dy={verticalAnchor === "middle" ? "0.355em" : "0.71em"}
      textAnchor={textAnchor}
      fill="var(--muted)"
      fontSize={12}
    >
      {tickFormatter?.(payload.value, index)}
    </text>
  );
}
