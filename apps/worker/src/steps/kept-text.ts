import type { ElementHandle } from "playwright";

/** The content of a field after it was given a text. */
export interface Kept {
  /** In lower case, such as `textarea`; empty if it is not a field with text. */
  type: string;
  text: string;
  /** -1: none. */
  maxLength: number;
  /** Whether another element now has the focus. */
  left: boolean;
}

/** The content of the field, at most `max` characters; undefined if it is not on its page any more. */
export async function readKept(field: ElementHandle, max: number): Promise<Kept | undefined> {
  // The page may have navigated meanwhile, because some forms submit themselves.
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

/** Whether the fields around one contain the text together, in their order; also if they are gone. */
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
 * Whether a field has kept all of a text. Fields may add to a text, break it into groups, and change its letter case
 * and punctuation: `(415) 555-0132` is 4155550132.
 */
export function hasKept(kept: string, given: string): boolean {
  return kept === given || comparable(kept).includes(comparable(given));
}

/** The rest that a field which kept only the beginning of a text left out; undefined if it kept something else. */
export function restOf(kept: string, given: string): string | undefined {
  return kept !== "" && given.startsWith(kept) ? given.slice(kept.length) : undefined;
}

function comparable(text: string): string {
  return text.replace(/[\s\p{Pd}\p{Pi}\p{Pf}().,/:'"_\u200b]/gu, "").toLowerCase();
}
