// By hand: the first use of Intl keeps a phone from answering, and every page shows a number.

/** `1,284`. */
export function whole(value: number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

const units = ["", "K", "M", "B", "T"] as const;

/** `1.3K`, for axes. */
export function compact(value: number): string {
  let unit = 0;
  let shown = value;
  for (; unit < units.length - 1 && tenth(shown) >= 1_000; unit++) shown /= 1_000;
  return `${tenth(shown)}${units[unit]}`;
}

/** A part of a whole, as `12.5%`. */
export function percent(part: number): string {
  const tenths = Math.round(part * 1_000);
  return `${whole(Math.floor(tenths / 10))}${tenths % 10 === 0 ? "" : `.${tenths % 10}`}%`;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
