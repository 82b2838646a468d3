import { limits } from "@gatepost/contract/limits";
import type { Frame } from "playwright";
import { askPage, type Focused, type Kept } from "../browser/page-functions.ts";
import { comparable } from "./kept-text.ts";

/** A document that is there answers at once; one that is being left does not. */
const answerMs = 5_000;

/** The content of the field that the frame holds; undefined if it is not on its page any more. */
export async function readKept(frame: Frame): Promise<Kept | undefined> {
  // The page may have navigated meanwhile, because some forms submit themselves.
  const kept = await askPage(frame, "kept", { max: limits.variableBytes, timeout: answerMs }).catch(() => null);
  return kept ?? undefined;
}

/** Whether the fields around the held one contain the text together, in their order; also if they are gone. */
export async function keptTogether(frame: Frame, text: string): Promise<boolean> {
  const max = limits.variableBytes;
  const kept = await askPage(frame, "keptTogether", { max, timeout: answerMs }).catch(() => null);
  return kept === null || comparable(kept).includes(comparable(text));
}

/**
 * What has the focus, which the frame holds from then on; undefined if the page does not say it. `size`: the characters with
 * which a field without a maxlength is full; 0 for none.
 */
export async function readFocused(frame: Frame, size: number): Promise<Focused | undefined> {
  return (await askPage(frame, "focused", { max: size, timeout: answerMs }).catch(() => null)) ?? undefined;
}
