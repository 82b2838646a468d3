import { limits } from "@gatepost/contract/limits";
import type { Frame } from "playwright";
import { askPage, type Kept } from "../browser/page-functions.ts";
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

/** Whether the field that has the focus takes no more characters. */
export async function isFocusedFull(frame: Frame): Promise<boolean> {
  return (await askPage(frame, "focusedFull", { timeout: answerMs }).catch(() => null)) ?? false;
}
