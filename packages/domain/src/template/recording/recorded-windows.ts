import type { RecordedStep } from "@gatepost/contract/recording";

/**
 * The windows that a recording goes through. What a click opens is entered by the next steps anyway; the way back is not.
 * Targets other than the first window may also be frames of another site, whose way back does nothing.
 */
export class RecordedWindows {
  #window: string | undefined;
  readonly #entered = new Set<string>();

  get isFirst(): boolean {
    return this.#window === "main";
  }

  /** Where a step returns to: the first window, or another one in which the recording was before. */
  follow({ target = "main", type }: RecordedStep): "to first" | "back" | undefined {
    if (type === "setViewport") return undefined;
    const before = this.#window ?? "main";
    this.#window = target;
    if (before === target) return undefined;
    if (target === "main") return "to first";
    const isKnown = this.#entered.has(target);
    this.#entered.add(target);
    return isKnown ? "back" : undefined;
  }
}
