import { errorCodes } from "@gatepost/contract/errors";

/** The Okabe–Ito palette of tokens.css, by number. The same code has the same colour on every page. */
const chosen: Record<string, number> = {
  ERROR_STEP_FAILED: 1,
  ERROR_VARIABLE_TIMEOUT: 2,
  ERROR_INCORRECT_SESSION_DATA: 3,
  ERROR_TASK_TIMEOUT: 4,
  ERROR_TEMPLATE_NOT_FOUND: 5,
  ERROR_NO_SLOT_AVAILABLE: 6,
  ERROR_ZERO_BALANCE: 7,
};

export function colourOf(code: string): string {
  if (code === "") return "var(--accent)";
  const number = chosen[code] ?? (errorCodes.indexOf(code as never) % 7) + 1;
  return `var(--chart-${number})`;
}
