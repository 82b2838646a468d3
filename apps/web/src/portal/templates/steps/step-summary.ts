import { isObject } from "../document/json.ts";

/** Parameters that distinguish steps of one type, the most distinctive first. */
const shown = ["name", "url", "pattern", "text", "selector", "key", "seconds", "from", "to", "value", "equals", "as"];

/** A step's parameters in a line: what it acts on, and with what. */
export function stepSummary(step: unknown): string {
  if (!isObject(step)) return "";
  const parts = shown.flatMap((name) => {
    const text = parameterText(step[name]);
    return text === "" ? [] : [text];
  });
  return parts.slice(0, 3).join(" · ");
}

function parameterText(parameter: unknown): string {
  if (!isObject(parameter)) return "";
  if ("permanent" in parameter) {
    const { permanent } = parameter;
    return typeof permanent === "object" ? "" : String(permanent);
  }
  if (typeof parameter.variable === "string") return `{{${parameter.variable}}}`;
  if (typeof parameter.text === "string") return parameter.text;
  if (typeof parameter.secret === "string") return `secret ${parameter.secret}`;
  const key = parameter.totp;
  if (isObject(key)) return `code of ${typeof key.variable === "string" ? `{{${key.variable}}}` : key.secret}`;
  const [source] = Object.keys(parameter);
  return source ? `(${source})` : "";
}
