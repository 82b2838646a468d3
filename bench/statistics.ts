/** The quantile (0 to 1) of values. NaN for none. */
export function quantile(values: readonly number[], part: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(part * ascending.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = Math.floor(ascending.length / 2);
  if (ascending.length % 2 === 1) return ascending[middle] as number;
  return ((ascending[middle - 1] as number) + (ascending[middle] as number)) / 2;
}

/** The slope of the line that fits the points best. NaN for fewer than two. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [middleX, middleY] = [mean(0), mean(1)];
  const along = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  return along / points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
}
