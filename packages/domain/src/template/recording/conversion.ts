import type { Problem } from "@gatepost/contract/problem";
import type { RecordedSelector, RecordedStep, Recording } from "@gatepost/contract/recording";
import type { Step } from "@gatepost/contract/steps";
import { chooseSelector } from "./choose-selector.ts";
import { Keys } from "./keys.ts";
import { nameVariable } from "./name-variable.ts";
import { lastAddress, plainAddress } from "./recorded-addresses.ts";

/** The conversion of one recording, step by step. */
export class Conversion {
  readonly steps: Step[] = [];
  readonly warnings: Problem[] = [];
  readonly #keys = new Keys();
  /** By name, what was typed and where, to tell fields of one name apart. Never leaves this object. */
  readonly #typed = new Map<string, { selector: string; value: string }>();
  readonly #attribute: string | undefined;
  #start: string | undefined;
  #window: string | undefined;
  readonly #entered = new Set<string>();

  constructor({ steps, selectorAttribute }: Recording) {
    this.#attribute = selectorAttribute;
    for (const [index, step] of steps.entries()) this.#convert(step, index + 1, steps[index + 1]);
    const address = lastAddress(steps);
    if (address) this.steps.push({ type: "WAIT_FOR_URL", pattern: { permanent: `${address}*` } });
  }

  get variables(): string[] {
    return [...this.#typed.keys()];
  }

  get description(): string {
    const at = this.#start ? ` Its tasks begin at ${this.#start}, which they give as websiteURL.` : "";
    return `Made of a recording.${at}`;
  }

  #convert(step: RecordedStep, number: number, next: RecordedStep | undefined): void {
    this.#followWindow(step, number);
    switch (step.type) {
      case "navigate":
        this.#navigate(step.url, number);
        break;
      case "click":
      case "doubleClick":
        this.#click(step, number, next);
        break;
      case "change":
        this.#type(step, number, next);
        break;
      case "keyDown":
      case "keyUp":
        this.#press(step, next);
        break;
      case "hover":
        this.#hover(step, number);
        break;
      case "waitForElement":
        this.#waitForElement(step, number);
        break;
      case "close":
        this.#close(step, number);
        break;
      // The window's size belongs to the task, steps scroll by themselves, and the network is what it is.
      case "setViewport":
      case "scroll":
      case "emulateNetworkConditions":
        break;
      default:
        this.#leaveOut(step, number);
    }
  }

  #navigate(url: string, number: number): void {
    const address = plainAddress(url);
    // A new tab's own page, before the first address is typed.
    if (!address) return;
    if (this.#start === undefined && this.steps.length === 0) {
      this.#start = address;
      return;
    }
    if (new URL(url).search) this.#warn(number, "The address's query was left out. Add it to the step if it matters.");
    this.steps.push({ type: "OPEN_PAGE", url: { permanent: address } });
  }

  #click(step: Extract<RecordedStep, { type: "click" | "doubleClick" }>, number: number, next?: RecordedStep): void {
    // A field is focused by typing into it.
    if (next?.type === "change" && isSame(step.selectors, next.selectors)) return;
    if (step.type === "click" && step.button && step.button !== "primary") {
      this.#leaveOut(step, number);
      return;
    }
    if (step.type === "doubleClick") this.#warn(number, "A double click became one click.");
    const selector = this.#choose(step.selectors, number);
    if (selector) this.steps.push({ type: "CLICK", selector: { permanent: selector } });
  }

  #type(step: Extract<RecordedStep, { type: "change" }>, number: number, next?: RecordedStep): void {
    // A text that was corrected is recorded once more.
    if (next?.type === "change" && isSame(step.selectors, next.selectors)) return;
    const selector = this.#choose(step.selectors, number);
    if (!selector) return;
    const target = { selector: { permanent: selector } };
    const variable = (suffix = "") => ({ variable: this.#variable(step, selector, suffix) });
    if (/^[a-z]:\\fakepath\\/i.test(step.value))
      this.steps.push({ type: "UPLOAD_FILE", ...target, name: variable("_name"), content: variable("_content") });
    else if (isSelect(step.selectors)) this.steps.push({ type: "SELECT_OPTION", ...target, value: variable() });
    else this.steps.push({ type: "FILL_INPUT", ...target, value: variable() });
  }

  #press(step: Extract<RecordedStep, { type: "keyDown" | "keyUp" }>, next?: RecordedStep): void {
    const chord = this.#keys.take(step);
    if (chord === undefined) return;
    // What is done to an element focuses it.
    const moves = chord === "Tab" || chord === "Shift+Tab";
    if (moves && (next === undefined || "selectors" in next || next.type === "keyUp")) return;
    this.steps.push({ type: "PRESS_KEY", key: { permanent: chord } });
  }

  #hover({ selectors }: Extract<RecordedStep, { type: "hover" }>, number: number): void {
    const selector = this.#choose(selectors, number);
    if (selector) this.steps.push({ type: "HOVER", selector: { permanent: selector } });
  }

  #close(step: Extract<RecordedStep, { type: "close" }>, number: number): void {
    if (this.#window === "main") this.#leaveOut(step, number);
    else this.steps.push({ type: "CLOSE_WINDOW" });
  }

  #waitForElement(step: Extract<RecordedStep, { type: "waitForElement" }>, number: number): void {
    const { operator = "==", count = 1, visible = true } = step;
    const selector = this.#choose(step.selectors, number);
    if (!selector) return;
    const isGone = !visible || (count === 0 && operator !== ">=");
    if (count > 1) this.#warn(number, "The template waits for one such element, whatever number was recorded.");
    this.steps.push({
      type: isGone ? "WAIT_FOR_ELEMENT_GONE" : "WAIT_FOR_ELEMENT",
      selector: { permanent: selector },
    });
  }

  /** The variable of a typed text. The same field typed into again with another text gets another variable. */
  #variable({ selectors, value }: { selectors: RecordedSelector[]; value: string }, selector: string, suffix: string) {
    const name = nameVariable(selectors) + suffix;
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}_${count}`;
      const known = this.#typed.get(candidate);
      if (known && (known.selector !== selector || known.value !== value)) continue;
      this.#typed.set(candidate, { selector, value });
      return candidate;
    }
  }

  #choose(offered: readonly RecordedSelector[], number: number): string | undefined {
    const selector = chooseSelector(offered, this.#attribute);
    if (!selector)
      this.#warn(number, "No selector of this step can be used, so it was left out: add it with a selector in CSS.");
    return selector;
  }

  /**
   * What a click opens is entered by the next steps anyway; the way back is not. Targets other than the first window may also
   * be frames of another site, whose way back does nothing.
   */
  #followWindow({ target = "main", type }: RecordedStep, number: number): void {
    if (type === "setViewport") return;
    const before = this.#window ?? "main";
    this.#window = target;
    if (before === target) return;
    if (target === "main") this.steps.push({ type: "SWITCH_WINDOW", to: { permanent: "first" } });
    else if (this.#entered.has(target))
      this.#warn(number, "The recording is in a window again in which it was before. Check that the task is too.");
    this.#entered.add(target);
  }

  #leaveOut({ type }: RecordedStep, number: number): void {
    this.#warn(number, `Templates have no such step as ${type}, so it was left out.`);
  }

  #warn(number: number, message: string): void {
    this.warnings.push({ path: `recording.steps.${number}`, message });
  }
}

function isSame(one: readonly RecordedSelector[], other: readonly RecordedSelector[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSelect(offered: readonly RecordedSelector[]): boolean {
  const texts = offered.map((one) => (typeof one === "string" ? one : (one.at(-1) ?? "")));
  return texts.some(
    (text) => /(?:^|[\s>+~/])select(?![\w-])[^\s>+~/]*$/.test(text) || /\[role="(?:combobox|listbox)"\]$/.test(text),
  );
}
