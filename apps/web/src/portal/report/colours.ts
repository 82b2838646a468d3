import { errorCodes } from "@gatepost/contract/errors";

/** The codes that are met most, which have the palette's colours as they are. */
const first: readonly string[] = [
  "ERROR_STEP_FAILED",
  "ERROR_VARIABLE_TIMEOUT",
  "ERROR_INCORRECT_SESSION_DATA",
  "ERROR_TASK_TIMEOUT",
  "ERROR_TEMPLATE_NOT_FOUND",
  "ERROR_NO_SLOT_AVAILABLE",
  "ERROR_ZERO_BALANCE",
];
const order = [...first, ...errorCodes.filter((code) => !first.includes(code))];

/** How much of a colour is left when the palette is gone through again. */
const strength = ["100%", "60%", "40%", "25%"];

/**
 * The colour of an error code, the same on every page and another one for each code: the Okabe–Ito palette of tokens.css
 * in a fixed order, then paler. What is no error has the accent.
 */
export function colourOf(code: string): string {
  if (code === "") return "var(--accent)";
  const place = Math.max(0, order.indexOf(code));
  const colour = `var(--chart-${(place % first.length) + 1})`;
  const rest = strength[Math.floor(place / first.length)] ?? strength[0];
  return rest === "100%" ? colour : `color-mix(in oklab, ${colour} ${rest}, var(--panel))`;
}
