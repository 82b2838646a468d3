import type { Solution } from "@gatepost/contract/solution";
import { typed } from "@gatepost/domain/platform/exact-json";
import { withoutTrailing } from "@gatepost/domain/platform/name";
import type { Frame, Locator } from "playwright";
import { maxReadCharacters } from "../browser/failure.ts";

/** What pictures must not show: late values, and the content of password fields. */
export interface Secrets {
  texts: Set<string>;
  /** Joined texts that hold values: together, they may be secret where each is too short to be. */
  joined: Set<string>;
  fields: { frame: Frame; field: Locator }[];
  /** What a person has typed who had taken the page over: covered as texts are, except from those who watch. */
  typed: Set<string>;
}

/** The typed texts that are kept: the latest, because a page can say that anything was typed. */
const maxTexts = 200;

/** Adds what is typed to the texts that are covered, which have others too. */
export class TypedTexts {
  readonly #covered: Set<string>;
  readonly #added = new Set<string>();
  #last: { text: string; selector: string } | undefined;

  constructor(covered: Set<string>) {
    this.#covered = covered;
  }

  /** In place of the beginning of it that the same element had before. */
  add(text: string, selector: string): void {
    const last = this.#last;
    this.#last = undefined;
    const isBeginning = last?.selector === selector && text !== last.text && text.startsWith(last.text);
    if (isBeginning) this.#remove(last.text);
    if (this.#covered.has(text)) return;
    const [oldest] = this.#added;
    if (oldest !== undefined && this.#added.size >= maxTexts) this.#remove(oldest);
    this.#covered.add(text);
    this.#added.add(text);
    this.#last = { text, selector };
  }

  #remove(text: string): void {
    this.#covered.delete(text);
    this.#added.delete(text);
  }
}

/** Shorter values are not treated as secrets, because replacing them would leave nothing to read. */
const shortestSecret = 4;

/**
 * Whether a value is looked for where it must not be seen. A longer one is the content of a file, which pages do not
 * show as text, and which would be costly to look for.
 */
export function isSecret(text: string): boolean {
  return text.length >= shortestSecret && text.length <= maxReadCharacters;
}

/** Replaces a value. */
const covered = "…";

/** Values that are looked for times characters: about a second, during which the worker does nothing else. */
const maxSearched = 500_000_000;
/** What each value costs besides, as characters: a failure looks at many short texts. */
const charactersOfForms = 25_000;

/**
 * The form for comparison with a page's text, which may have other blanks, other characters that nobody sees, such as soft
 * hyphens, and other letter case. Each character stays one,
 * because lower-casing a whole text can make it longer, or depend on neighbouring characters.
 */
function condense(text: string): string {
  const comparableCharacter = (character: string) =>
    /[\s\p{Cc}\p{Cf}]/u.test(character) ? "" : character.toLowerCase().slice(0, 1).replace("ς", "σ");
  return text.split("").map(comparableCharacter).join("");
}

/** What pictures cover: each form of each value, in the form for comparison. */
export function condensedSecrets(texts: Iterable<string>): string[] {
  const forms = new Set([...texts].filter(isSecret).flatMap(formsOf).map(condense));
  return [...forms].filter((text) => text.length >= shortestSecret);
}

/**
 * The text with every variable's value replaced, in any letter case, broken by blanks, escaped or encoded in an address; for a
 * link also in the form in which a page shows it, without port and query. Linear in the text. A text that is too long for so many
 * values is replaced as a whole.
 */
export function redact(text: string, values: Iterable<unknown>): string {
  if (text.length < shortestSecret) return text;
  const long = (form: string) => form.length >= shortestSecret;
  const sought = new Set([...values].flatMap(leaves).filter(isSecret));
  if (sought.size * (charactersOfForms + text.length) > maxSearched) return covered;
  const secrets = new Set([...sought].flatMap(formsOf).filter(long).map(fold));
  if (secrets.size === 0) return text;
  const folded = fold(text);
  const packed = pack(folded);
  const hidden = new Uint8Array(text.length);
  for (const secret of secrets) {
    const { shown } = pack(secret);
    // A value that is almost empty without its blanks would be found at every line break.
    if (long(shown))
      hide(hidden, occurrences(packed.shown, shown), shown.length, (at) => packed.positions[at] as number);
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

/** In lower case, each character in its place: İ would become two characters, and Σ another one at the end of a word. */
function fold(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ");
}

/**
 * The text without the characters that `oneLine` replaces by blanks, and without the backslashes by which selectors and JSON escape
 * others; and the position of each character.
 */
function pack(text: string): { shown: string; positions: Uint32Array } {
  const shown = text.replace(/[\p{Cc}\p{Cf}\s\\]+/gu, "");
  const positions = new Uint32Array(shown.length);
  for (let at = 0, count = 0; count < shown.length; at++)
    if (text.charCodeAt(at) === shown.charCodeAt(count)) positions[count++] = at;
  return { shown, positions };
}

/** The forms of a value that a page may show: as it is, as JSON, and as a part of an address. */
function formsOf(value: string): string[] {
  const written = [value, ...addressesOf(value)].map((form) => form.toWellFormed());
  return [
    value,
    ...written.flatMap((form) => {
      const encoded = encodeURIComponent(form);
      return [form, JSON.stringify(form).slice(1, -1), encoded, encoded.replaceAll("%20", "+"), encodeURI(form)];
    }),
  ];
}

/** A link as the browser writes it, and its forms without query or with the other scheme. */
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

/** An address without the parts that may be secret: user, password, query and fragment. What redact has put into it stays. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return "an unknown page";
  const url = new URL(address);
  if (url.protocol === "chrome-error:") return "the browser's error page";
  return url.host
    ? `${url.protocol}//${url.host}${url.pathname.replaceAll(encodeURIComponent(covered), covered)}`
    : `${url.protocol}${url.protocol === "about:" ? url.pathname : ""}`;
}

/**
 * One line of at most `max` characters without control characters, for logs, tables and responses. Half of a surrogate
 * pair, from a cut or the page itself, would be an error in PostgreSQL.
 */
export function oneLine(text: string, max = 600): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return (line.length > max ? `${line.slice(0, max - 1)}…` : line).toWellFormed();
}

/** Length of texts for which the platform's own search is used: short enough that no text makes it slow. */
const headLength = 32;

/**
 * The positions at which the text contains the sought one, in order, including overlapping ones. Linear in both, whatever they contain
 * (Knuth, Morris and Pratt), because a page's text and a variable's value can be chosen to make a naive search slow.
 */
function occurrences(text: string, sought: string): number[] {
  const first = text.indexOf(sought.slice(0, headLength));
  if (first < 0 || sought === "") return [];
  /** For each prefix of the sought text, the length of the longest proper prefix that is also its suffix. */
  const borders = new Uint32Array(sought.length);
  /** How much of its beginning is there after one more character. */
  const extended = (before: number, character: string | undefined): number => {
    let same = before;
    while (same > 0 && sought[same] !== character) same = borders[same - 1] as number;
    return sought[same] === character ? same + 1 : 0;
  };
  for (let at = 1; at < sought.length; at++) borders[at] = extended(borders[at - 1] as number, sought[at]);
  const found: number[] = [];
  for (let at = first, same = 0; at < text.length; at++) {
    same = extended(same, text[at]);
    if (same < sought.length) continue;
    found.push(at - same + 1);
    same = borders[same - 1] as number;
  }
  return found;
}

/** A shorter secret may be within a cookie by chance, and a program needs that cookie as it is. */
const shortestInCookie = 8;

/**
 * The solution with stored secrets covered wherever a site may have put what was typed. Texts, lists and pictures are covered
 * when they are taken. Files stay as the site sent them, except for their names (docs/security.md, "Redaction").
 */
export function coverSolution(solution: Solution, secrets: readonly string[]): Solution {
  if (secrets.length === 0) return solution;
  const cover = (text: string) => redact(text, secrets);
  const long = secrets.filter((secret) => secret.length >= shortestInCookie);
  const coverCookie = (value: string) => (secrets.includes(value) ? cover(value) : redact(value, long));
  const { url, domain, cookies, cookieJar, localStorage, files, fingerprint, requestHeaders } = solution;
  return {
    ...solution,
    url: cover(url),
    domain: cover(domain),
    cookies: mapped(cookies, coverCookie, coverCookie),
    cookieJar: cookieJar.map((cookie) => ({
      ...cookie,
      name: coverCookie(cookie.name),
      value: coverCookie(cookie.value),
      path: cover(cookie.path),
    })),
    localStorage: mapped(localStorage, cover, cover),
    files: mapped(files, String, (file) => ({ ...file, name: cover(file.name), type: cover(file.type) })),
    fingerprint: mapped(fingerprint, String, (value) => {
      if (typeof value === "string") return cover(value);
      return Array.isArray(value) ? value.map(cover) : value;
    }),
    requestHeaders: mapped(requestHeaders, String, cover),
  };
}

function mapped<T>(entries: Record<string, T>, name: (name: string) => string, value: (value: T) => T) {
  return Object.fromEntries(Object.entries(entries).map(([key, each]) => [name(key), value(each)]));
}
