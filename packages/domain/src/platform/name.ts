import { isLonger } from "@gatepost/contract/limits";
import { invalidProperty } from "./errors.ts";

/**
 * Characters that change the direction of the text after them, so that one name could look like another (Unicode TR
 * 36).
 */
const direction = "\u202A-\u202E\u2066-\u2069";
const notInNames = new RegExp(`[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${direction}]`, "u");
const notInTexts = new RegExp(`(?![\\n\\t])${notInNames.source}`, "u");
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A name, note or reason as it is stored: one line in the normal form NFC, trimmed. ERROR_BAD_REQUEST if it is empty or
 * longer than `max` characters, or contains control characters, line breaks or characters that change the direction of
 * text. Used wherever one is stored; names stored before this rule are not checked.
 */
export function readName(property: string, given: string, max = 100): string {
  const name = given.trim().normalize("NFC");
  if (notInNames.test(name))
    throw invalidProperty(
      property,
      "must be one line, without control characters and marks that change the direction of writing.",
    );
  if (!visible.test(name) || isLonger(name, max)) throw invalidProperty(property, `must have 1 to ${max} characters.`);
  return name;
}

/** Like readName; undefined for an empty text. */
export function readOptionalName(property: string, given: string | null | undefined, max = 100): string | undefined {
  return given?.trim() ? readName(property, given, max) : undefined;
}

/** A description as it is stored: like a name, but possibly empty or of several lines. */
export function readText(property: string, given: string | undefined, max: number): string {
  const text = (given ?? "").replaceAll("\r\n", "\n").trim().normalize("NFC");
  if (notInTexts.test(text))
    throw invalidProperty(
      property,
      "must be without control characters and marks that change the direction of writing.",
    );
  if (isLonger(text, max)) throw invalidProperty(property, `must have at most ${max.toLocaleString("en")} characters.`);
  return text;
}

/**
 * The text without the given character at its end, however often it occurs there. A regular expression such as /0+$/
 * takes time that grows with the square of a run of that character elsewhere in the text.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end--;
  return text.slice(0, end);
}
