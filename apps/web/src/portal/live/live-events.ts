import type { LiveInput } from "@gatepost/contract/live-input";

type KeyInput = Extract<LiveInput, { type: "key" }>;
type MouseButton = Extract<LiveInput, { type: "mouse" }>["button"];

interface Modifiers {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** As the browser's protocol has them. */
export function modifiersOf({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): number {
  return Number(altKey) + 2 * Number(ctrlKey) + 4 * Number(metaKey) + 8 * Number(shiftKey);
}

export function buttonOf(button: number): MouseButton {
  return (["left", "middle", "right"] as const)[button] ?? "none";
}

/**
 * What a key does on the page. Undefined where the field of the live page takes it: text of an input method or a phone's keyboard,
 * and what is pasted; and where it is for the portal: Shift and Escape leave the page.
 */
export function keyInput(event: globalThis.KeyboardEvent, kind: "down" | "up"): KeyInput | undefined {
  const { key, code, keyCode, location, repeat, isComposing } = event;
  if (isComposing || keyCode === 229 || ["Unidentified", "Process", "Dead"].includes(key)) return undefined;
  if (key === "Escape" && event.shiftKey) return undefined;
  if ((event.ctrlKey || event.metaKey) && ["v", "V"].includes(key)) return undefined;
  if (event.shiftKey && key === "Insert") return undefined;
  // AltGr, which writes characters, is reported as both.
  const writes = key.length === 1 && event.getModifierState("AltGraph");
  const modifiers = writes ? 0 : modifiersOf(event);
  return { type: "key", kind, key, code, keyCode, location, isRepeated: repeat, modifiers };
}
