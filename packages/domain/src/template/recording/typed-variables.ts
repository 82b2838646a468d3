import type { RecordedSelector } from "@gatepost/contract/recording";
import { nameVariable } from "./name-variable.ts";

interface Field {
  selectors: readonly RecordedSelector[];
  /** The one that was chosen. */
  selector: string;
  /** What was typed. */
  value: string;
  inBoxes?: boolean | undefined;
}

/** The variables of typed texts. The same field typed into again with another text gets another variable. */
export class TypedVariables {
  /** By name, what was typed and where, to tell fields of one name apart. Never leaves this object. */
  readonly #typed = new Map<string, { selector: string; value: string }>();

  get names(): string[] {
    return [...this.#typed.keys()];
  }

  name({ selectors, selector, value, inBoxes }: Field): string {
    const own = nameVariable(selectors);
    // The first of several boxes: `digit_1` stands for all of them.
    const name = inBoxes ? own.replace(/_?\d+$/, "") || "code" : own;
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}_${count}`;
      const known = this.#typed.get(candidate);
      if (known && (known.selector !== selector || known.value !== value)) continue;
      this.#typed.set(candidate, { selector, value });
      return candidate;
    }
  }
}
