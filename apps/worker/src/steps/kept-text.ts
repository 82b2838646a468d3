import type { ElementHandle } from "playwright";

/** What a field holds after it was given a text. */
export interface Kept {
  /** In small letters, `textarea` for one; empty for what is no field with a text. */
  type: string;
  text: string;
  /** -1: none. */
  maxLength: number;
  /** Whether something else has the focus by now. */
  left: boolean;
}

/** What the field holds, at most `max` characters of it; undefined where it is no longer on its page. */
export async function readKept(field: ElementHandle, max: number): Promise<Kept | undefined> {
  // The page may have gone to another one meanwhile, since some forms submit themselves.
  return field.evaluate(readField, max).catch(() => undefined);
}

/** Runs inside the page. */
function readField(node: Node, max: number): Kept | undefined {
  if (!node.isConnected) return undefined;
  const field = node instanceof HTMLLabelElement ? node.control : node;
  const left = (node.getRootNode() as Document).activeElement !== field;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    return { type: field.type, text: field.value.slice(0, max), maxLength: field.maxLength, left };
  return { type: "", text: "", maxLength: -1, left };
}

/** Whether the fields around one hold the text together, in their order; also where they are gone. */
export async function keptTogether(field: ElementHandle, text: string): Promise<boolean> {
  const held = await field.evaluate(readFields, undefined).catch(() => undefined);
  return held === undefined || comparable(held).includes(comparable(text));
}

/** Runs inside the page. */
function readFields(node: Node): string | undefined {
  if (!node.isConnected) return undefined;
  const root = node.getRootNode() as Document;
  const fields = [...root.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")];
  return fields.map(({ value }) => value).join("");
}

/**
 * Whether a field that was given a text has kept all of it. Fields may add to a text, break it into groups, and change
 * its letter case and punctuation: `(415) 555-0132` is 4155550132.
 */
export function hasKept(kept: string, given: string): boolean {
  return kept === given || comparable(kept).includes(comparable(given));
}

/** What a field that kept only the beginning of a text has left out; undefined where it kept something else. */
export function restOf(kept: string, given: string): string | undefined {
  return kept !== "" && given.startsWith(kept) ? given.slice(kept.length) : undefined;
}

function comparable(text: string): string {
  return text.replace(/[\s\p{Pd}\p{Pi}\p{Pf}().,/:'"_\u200b]/gu, "").toLowerCase();
}
