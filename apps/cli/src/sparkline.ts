const blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/**
 * Values as a row of blocks, the tallest for the highest. Zero is a point, so that it differs from a small value. More
 * values than `max` are summed in equal groups.
 */
export function sparkline(values: readonly number[], max: number): string {
  const size = Math.max(1, Math.ceil(values.length / max));
  const sums = Array.from({ length: Math.ceil(values.length / size) }, (_, group) =>
    values.slice(group * size, (group + 1) * size).reduce((sum, value) => sum + value, 0),
  );
  const highest = Math.max(...sums, 1);
  return sums
    .map((sum) => (sum === 0 ? "·" : (blocks[Math.ceil((sum / highest) * blocks.length) - 1] ?? blocks[0])))
    .join("");
}
