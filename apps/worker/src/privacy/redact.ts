import { limits } from "@gatepost/contract/limits";
import { typed } from "@gatepost/domain/task/typed";
import { withoutTrailing } from "@gatepost/domain/without-trailing";
import { occurrences } from "./occurrences.ts";

/** Shorter values are no secrets, and replacing them would leave nothing to read (DESIGN, section 2). */
export const shortestSecret = 4;

/** Characters that are read of a page's text to tell a few of them: a value that begins in these must be there whole. */
export const maxReadCharacters = 2 * limits.variableBytes;

/** Stands where a value was. */
const covered = "…";

/**
 * As places are compared where a page may show a text with other blanks and letter case. Each character stays one, as
 * the pages' texts are read: as a whole some grow, or depend on what stands beside them.
 */
export function condense(text: string): string {
  const comparableCharacter = (character: string) =>
    /\s/.test(character) ? "" : character.toLowerCase().slice(0, 1).replace("ς", "σ");
  return text.split("").map(comparableCharacter).join("");
}

/**
 * The text with every variable's value replaced, however it is cased, broken by blanks or encoded in an address; of a
 * link also the address that a page shows of it, with its port and query left out. Linear in the text.
 */
export function redact(text: string, values: Iterable<unknown>): string {
  const long = (form: string) => form.length >= shortestSecret;
  const secrets = new Set([...values].flatMap(leaves).flatMap(formsOf).filter(long).map(fold));
  if (secrets.size === 0) return text;
  const folded = fold(text);
  const packed = pack(folded);
  const hidden = new Uint8Array(text.length);
  for (const secret of secrets) {
    const { shown } = pack(secret);
    // What is next to nothing without its blanks would be found wherever a line breaks.
    if (long(shown)) hide(hidden, occurrences(packed.shown, shown), shown.length, (at) => packed.places[at] as number);
    else hide(hidden, occurrences(folded, secret), secret.length, (at) => at);
  }
  let output = "";
  let at = 0;
  for (let from = hidden.indexOf(1); from >= 0; from = hidden.indexOf(1, at)) {
    output += text.slice(at, from) + covered;
    const to = hidden.indexOf(0, from);
    at = to < 0 ? text.length : to;
  }
  return output + text.slice(at);
}

function hide(hidden: Uint8Array, found: number[], length: number, whereIs: (at: number) => number): void {
  let done = 0;
  for (const at of found) {
    const end = whereIs(at + length - 1) + 1;
    hidden.fill(1, Math.max(done, whereIs(at)), end);
    done = end;
  }
}

/** In small letters, each where it was: İ would become two characters, and Σ another one where a word ends. */
function fold(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ");
}

/** The text without what `oneLine` makes blanks of, and where each character stood. */
function pack(text: string): { shown: string; places: Uint32Array } {
  const shown = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, "");
  const places = new Uint32Array(shown.length);
  for (let at = 0, count = 0; count < shown.length; at++)
    if (text.charCodeAt(at) === shown.charCodeAt(count)) places[count++] = at;
  return { shown, places };
}

/** A value as a page may write it. */
function formsOf(value: string): string[] {
  const written = [value, ...addressesOf(value)];
  return written.flatMap((form) => [form, encodeURIComponent(form.toWellFormed()), encodeURI(form.toWellFormed())]);
}

/** A link as the browser writes it, and what is left of it where a page drops its query or takes the other scheme. */
function addressesOf(value: string): string[] {
  const url = /^https?:/i.test(value) ? URL.parse(value) : null;
  if (!url) return [];
  const path = withoutTrailing(url.pathname, "/");
  return path ? [url.href, `${url.host}${path}`] : [url.href];
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

/**
 * One line of at most `most` characters without control characters: it goes to logs, tables and answers. Of half a
 * character, which a cut or the page itself may leave, PostgreSQL would make an error.
 */
export function oneLine(text: string, max = 600): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return (line.length > max ? `${line.slice(0, max - 1)}…` : line).toWellFormed();
}
