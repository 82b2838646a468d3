import { z } from "zod";

/** Whether a chord pastes. A browser has one clipboard for all of its tasks: what it holds may be another one's. */
export function pastes(chord: string): boolean {
  const modifiers = chord.toLowerCase().split("+");
  const key = modifiers.pop() ?? "";
  const holds = (...names: string[]) => names.some((name) => modifiers.includes(name));
  return (/^(?:key)?v$/.test(key) && holds("control", "meta")) || (/^(?:insert|numpad0)$/.test(key) && holds("shift"));
}

/** Named keys and chords as browsers name them: Enter, Tab, Control+A. */
export const keyChord = z
  .string()
  .max(64)
  .regex(/^(?:(?:Control|Shift|Alt|Meta)\+)*(?:[A-Za-z0-9]+|.)$/u, "a key such as Enter or Control+A")
  .refine((chord) => !pastes(chord), "a key that does not paste: the clipboard is shared by tasks; use FILL_INPUT");
