import { DomainError } from "./errors.ts";

/** Marks that change the direction of what follows them, so that a name could pass for another one (Unicode TR 36). */
const direction = "\u202A-\u202E\u2066-\u2069";
const notInNames = new RegExp(`[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${direction}]`, "u");
const notInTexts = new RegExp(`(?![\\n\\t])${notInNames.source}`, "u");
/** Something that can be seen. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A name, note or reason as it is stored: one line in the normal form NFC, without blanks around it. ERROR_BAD_REQUEST for
 * one that is empty or longer than `max` characters, or holds control characters, line breaks or marks that change the
 * direction of writing. Every verb that stores one reads it by this; what was stored before is not looked at.
 */
export function readName(property: string, given: string, max = 100): string {
  const name = given.trim().normalize("NFC");
  if (notInNames.test(name))
    refuse(`${property} must be one line, without control characters and marks that change the direction of writing.`);
  if (!visible.test(name) || isLonger(name, max)) refuse(`${property} must have 1 to ${max} characters.`);
  return name;
}

/** The same where it may be left out; undefined for an empty one. */
export function readOptionalName(property: string, given: string | null | undefined, max = 100): string | undefined {
  return given?.trim() ? readName(property, given, max) : undefined;
}

/** A description as it is stored: as a name, but with as many lines as its author likes, or empty. */
export function readText(property: string, given: string | undefined, max: number): string {
  const text = (given ?? "").replaceAll("\r\n", "\n").trim().normalize("NFC");
  if (notInTexts.test(text))
    refuse(`${property} must be without control characters and marks that change the direction of writing.`);
  if (isLonger(text, max)) refuse(`${property} must have at most ${max.toLocaleString("en")} characters.`);
  return text;
}

/** Counts what Unicode calls characters; a string's length counts some of them twice. */
function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}

function refuse(sentence: string): never {
  throw new DomainError("ERROR_BAD_REQUEST", sentence);
}
