import type { Wait } from "@gatepost/domain/task/get-task-result";
import { type Html, html } from "./html.ts";

/** The name of the answer's field. */
export const valueField = "value";

/** The name of the hidden field that says which wait the form is for. */
export const waitField = "wait";

// The same words as of the portal's field (value-field.tsx), whatever kind of value it is.
const label = html`<label for="value">Answer</label>`;
const send = html`<button>Send answer</button>`;

/** The field for a value of the wait's kind, with the keyboard that suits it, and the button that sends it. `maxFile`: bytes of a file. */
export function answerField({ name, kind, options = [], pattern }: Wait, maxFile: number): Html {
  switch (kind) {
    case "choice":
      return html`<fieldset><legend>Choose one</legend>${options.map(
        (option) =>
          html`<label class="choice"><input type="radio" name="${valueField}" value="${option}" required> ${option}</label>`,
      )}</fieldset>${send}`;
    case "yes_no":
      return html`<div class="both"><button name="${valueField}" value="yes">Yes</button><button class="plain" name="${valueField}" value="no">No</button></div>`;
    case "number":
      return html`${label}<input id="value" name="${valueField}" inputmode="decimal" autocomplete="off" required>${send}`;
    case "file":
      return html`${label}<input id="value" name="${valueField}" type="file" required><p class="hint">At most ${Math.floor(maxFile / 1024).toLocaleString("en")} KB.</p>${send}`;
    case "code":
      return codeField(pattern);
    default:
      // Templates that name no kind mostly wait for codes.
      return looksLikeCode(name, pattern)
        ? codeField(pattern)
        : html`${label}<input id="value" name="${valueField}" autocomplete="off" required autofocus>${send}`;
  }
}

function codeField(pattern: string | undefined): Html {
  const keyboard = pattern !== undefined && isNumeric(pattern) ? "numeric" : "text";
  return html`${label}<input id="value" class="code" name="${valueField}" inputmode="${keyboard}" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" required autofocus>${send}`;
}

/** Whether a pattern only allows digits, spaces and dashes. */
function isNumeric(pattern: string): boolean {
  return /^\^?(?:(?:\\d|\[0-9\]|[0-9]|[ -])(?:\{\d+(?:,\d*)?\}|[+*?])?)+\$?$/.test(pattern);
}

function looksLikeCode(name: string, pattern: string | undefined): boolean {
  return (pattern !== undefined && isNumeric(pattern)) || /code|2fa|otp|pin\b/i.test(name);
}
