import { withoutUserInfo } from "./user-info.ts";

/** Characters of a target that are shown. */
const maxLength = 120;

/**
 * What a step acts on, by a parameter of its template: the text that the template states, with the names of variables in
 * braces; of an address without its name and password. Null for a parameter that says nothing without a value.
 */
export function stepTarget(parameter: unknown): string | null {
  if (typeof parameter !== "object" || parameter === null) return null;
  const { permanent, variable, text } = parameter as { permanent?: unknown; variable?: unknown; text?: unknown };
  const said = variable === undefined ? (permanent ?? text) : `{{${variable}}}`;
  if (typeof said !== "string" || said === "") return null;
  const shown = withoutUserInfo(said);
  const characters = [...shown];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : shown;
}
