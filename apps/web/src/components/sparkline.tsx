/** A line chart the size of a word. Decorative, because the numbers are beside it. */
export function Sparkline({ values, className = "h-7 w-24" }: { values: readonly number[]; className?: string }) {
  const max = Math.max(1, ...values);
  const last = Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => `${((index / last) * 100).toFixed(2)},${(27 - (value / max) * 25).toFixed(2)}`,
  );
  return (
    <svg viewBox="0 0 100 28" preserveAspectRatio="none" className={className} aria-hidden="true">
      {values.length > 1 && (
        <>
          <polygon points={`0,28 ${points.join(" ")} 100,28`} className="fill-accent opacity-10" />
          <polyline
            points={points.join(" ")}
            fill="none"
            className="stroke-accent"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  );
}
