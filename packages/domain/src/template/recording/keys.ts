import { pastes } from "@gatepost/contract/key-chord";
import type { RecordedStep } from "@gatepost/contract/recording";

const modifiers = ["Control", "Shift", "Alt", "Meta"];
const names: Record<string, string> = { "\r": "Enter", "\n": "Enter", " ": "Space" };

/** Turns the keys that go down and up into the chords that PRESS_KEY presses. */
export class Keys {
  readonly #held = new Set<string>();

  /** The chord that a key completes; undefined where it is a modifier, comes up, or pastes. */
  take({ type, key }: Extract<RecordedStep, { type: "keyDown" | "keyUp" }>): string | undefined {
    const modifier = modifiers.find((name) => key === name || key === `${name}Left` || key === `${name}Right`);
    if (modifier) {
      if (type === "keyDown") this.#held.add(modifier);
      else this.#held.delete(modifier);
      return undefined;
    }
    if (type === "keyUp") return undefined;
    const name = names[key] ?? key;
    const shifted = name.length > 1 ? [...this.#held] : [...this.#held].filter((held) => held !== "Shift");
    const chord = [...shifted, name].join("+");
    return pastes(chord) || !/^[\x20-\x7e]+$/.test(chord) ? undefined : chord;
  }
}
