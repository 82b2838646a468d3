/** The plot's place in the picture, in pixels; its width is what is left. */
export const place = { height: 320, left: 52, right: 10, top: 26, bottom: 30 };

/** Round values from 0 to at least `most`, four or five of them; a part of one is never counted, so whole numbers only. */
export function axisTicks(most: number): number[] {
  const rough = Math.max(1, most) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].find((one) => one * magnitude >= rough) ?? 10;
  const step = Math.max(1, round * magnitude);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Every how many rows one is labelled, so that there are at most `labels`. */
export function labelStep(rows: number, labels: number): number {
  return Math.max(1, Math.ceil(rows / labels));
}

/** The whole days between two rows that were touched in either order. */
export function rowsBetween(a: number, b: number): [first: number, last: number] {
  return a <= b ? [a, b] : [b, a];
}
