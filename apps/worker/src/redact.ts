import { typed } from "@gatepost/domain/task/typed";

/** Shorter values are no secrets, and replacing them would leave nothing to read (DESIGN, section 2). */
export const shortestSecret = 4;

/** Stands where a value was. */
const covered = "…";

/**
 * As places are compared where a page may show a text with other blanks and letter case. Each character stays one, as
 * the pages' texts are read: as a whole some grow, or depend on what stands beside them.
 */
export function condense(text: string): string {
  const letterOf = (character: string) => (/\s/.test(character) ? "" : character.toLowerCase().slice(0, 1));
  return text.split("").map(letterOf).join("");
}

/** The text with every variable's value replaced, however it is cased or encoded in an address. */
export function redact(text: string, values: Iterable<unknown>): string {
  const secrets = [...values]
    .flatMap(leaves)
    .flatMap((value) => [value, encodeURIComponent(value.toWellFormed()), encodeURI(value.toWellFormed())])
    .filter((value) => value.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
  return [...new Set(secrets)].reduce(
    (left, secret) => left.replaceAll(new RegExp(RegExp.escape(secret), "gi"), covered),
    text,
  );
}

/** The value as it is typed, and each text and number inside it. */
function leaves(value: unknown): string[] {
  const inside = typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
  return [typed(value).trim(), ...inside];
}

/** An address without what may be secret in it: user, password, query and fragment. What redact has put into it stays. */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return "an unknown page";
  const url = new URL(address);
  if (url.protocol === "chrome-error:") return "the browser's error page";
  return url.host
    ? `${url.protocol}//${url.host}${url.pathname.replaceAll(encodeURIComponent(covered), covered)}`
    : `${url.protocol}${url.protocol === "about:" ? url.pathname : ""}`;
}

/** One line of at most `most` characters without control characters: it goes to logs, tables and answers. */
export function oneLine(text: string, most = 600): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
