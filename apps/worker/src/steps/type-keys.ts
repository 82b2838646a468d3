import { setTimeout as sleep } from "node:timers/promises";
import type { TypedParameter } from "@gatepost/contract/parameter";
import type { Frame } from "playwright";
import type { Focused } from "../browser/page-functions.ts";
import { requireFocusAllowed } from "./focus-allowed.ts";
import { readFocused } from "./kept-field.ts";
import type { Run } from "./run.ts";

/** How long a page may take to move the focus after a field is full. A page on a busy machine takes long. */
export const focusMs = 2_000;
/** Between two keys, for pages that react a moment later. */
export const keyMs = 30;
const pollMs = 20;

interface Keys {
  text: string;
  /** Where the text comes from: a stored secret goes into allowed pages only. */
  value: TypedParameter;
  /** The characters that a field without a maxlength takes; 0 where that is not known. */
  size?: number;
  /** Whether keys replace what another field that gets the focus is full of. */
  replaces?: boolean;
}

/**
 * Types key by key where the focus is. Each key waits until the page has moved the focus on from a field that is full, so that
 * none is lost in a code with a field for each digit; no key is typed twice. The frame holds the field that was typed into
 * last. Returns false if the step's time was over before the last key.
 */
export async function typeKeys(frame: Frame, run: Run, { text, value, size = 0, replaces }: Keys): Promise<boolean> {
  let isStuck = false;
  for (const key of text) {
    const focused = isStuck ? await readFocused(frame, size) : await focusMoved(run, frame, size);
    // A field that stays full and keeps the focus gets the other keys at once, as it would from a person.
    isStuck = losesKeys(focused);
    if (run.timeLeft() <= keyMs) return false;
    if (replaces && focused?.isFull && !focused.isHeld) await frame.page().keyboard.press("ControlOrMeta+A");
    // Last, so that a page has no time to move the focus elsewhere.
    await requireFocusAllowed(run, value);
    await frame.page().keyboard.type(key);
    await sleep(keyMs, undefined, { signal: run.signal });
  }
  return true;
}

/** Resolves when a key would arrive, or when a page has had time enough to move the focus. */
async function focusMoved(run: Run, frame: Frame, size: number): Promise<Focused | undefined> {
  const until = performance.now() + Math.min(focusMs, run.timeLeft());
  for (;;) {
    const focused = await readFocused(frame, size);
    if (!losesKeys(focused) || performance.now() > until) return focused;
    await sleep(pollMs, undefined, { signal: run.signal });
  }
}

function losesKeys(focused: Focused | undefined): boolean {
  return focused !== undefined && (focused.isNowhere || (focused.isFull && focused.isHeld));
}
