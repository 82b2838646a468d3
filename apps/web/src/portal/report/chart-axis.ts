/** The plot's place in the picture, in pixels; its width is what is left. */
export const place = { height: 320, left: 52, right: 10, top: 26, bottom: 30 };

/** Round values from 0 to at least `max`, four or five of them; a part of one is never counted, so whole numbers only. */
export function axisTicks(max: number): number[] {
  const rough = Math.max(1, max) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].find((one) => one * magnitude >= rough) ?? 10;
  const step = Math.max(1, round * magnitude);
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/**
 * Which of `count` rows over `width` pixels get a label that takes `label` pixels: evenly apart, as many as fit, and
 * from the last row on that has room for its own.
 */
export function labelledRows(count: number, width: number, label: number): number[] {
  const row = width / count;
  if (!(row > 0)) return [];
  const step = Math.ceil((label + 14) / row);
  const last = count - 1 - Math.ceil(Math.max(0, label / 2 - place.right - row / 2) / row);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => last - index * step).reverse();
}

/** The whole days between two rows that were touched in either order. */
export function rowsBetween(a: number, b: number): [first: number, last: number] {
  return a <= b ? [a, b] : [b, a];
}
