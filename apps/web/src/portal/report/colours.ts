import { type ErrorCode, errorCodes } from "@gatepost/contract/errors";

/** The most frequent error codes, in order of frequency: they get the palette's colours, then its first shades. */
const first: readonly ErrorCode[] = [
  "ERROR_STEP_FAILED",
  "ERROR_VARIABLE_TIMEOUT",
  "ERROR_INCORRECT_SESSION_DATA",
  "ERROR_TASK_TIMEOUT",
  "ERROR_TEMPLATE_NOT_FOUND",
  "ERROR_NO_SLOT_AVAILABLE",
  "ERROR_ZERO_BALANCE",
  "ERROR_WORKER_LOST",
  "ERROR_TASK_CANCELED",
  "ERROR_WEBSITE_NOT_ALLOWED",
  "ERROR_INTERNAL",
  "ERROR_TOO_MANY_REQUESTS",
  "ERROR_ACCOUNT_SUSPENDED",
];
const order: readonly string[] = [...first, ...errorCodes.filter((code) => !first.includes(code))];

/** The number of colours in the palette. The last one is that of text, whose shades would not be recognisable. */
const hues = 7;
const shaded = hues - 1;
/** The share of a colour in its shade, and of what it is mixed with, each time the palette repeats. */
const shades = ["60%, var(--ink)", "60%, var(--panel)", "35%, var(--ink)", "35%, var(--panel)"];

/**
 * The colour of an error code, the same on every page and different for each code: the Okabe–Ito palette of tokens.css
 * in a fixed order, then its shades. Anything that is not an error has the accent colour.
 */
export function colourOf(code: string): string {
  if (code === "") return "var(--accent)";
  const place = Math.max(0, order.indexOf(code));
  if (place < hues) return `var(--chart-${place + 1})`;
  const again = place - hues;
  return `color-mix(in oklab, var(--chart-${(again % shaded) + 1}) ${shades[Math.floor(again / shaded)] ?? shades[0]})`;
}
