import type { Problem } from "@gatepost/contract/problems";
import type { RecordedSelector, RecordedStep, Recording } from "@gatepost/contract/recording";
import type { WrittenStep } from "@gatepost/contract/steps";
import { pastes } from "@gatepost/contract/steps/forms";
import { chooseSelectors, isSelect, isText, type Source } from "./choose-selector.ts";
import { type Gesture, gesturesOf } from "./gestures.ts";
import { TypedVariables } from "./typed-variables.ts";

const modifiers = ["Control", "Shift", "Alt", "Meta"];
const names: Record<string, string> = { "\r": "Enter", "\n": "Enter", " ": "Space" };

/** Turns the keys that go down and up into the chords that PRESS_KEY presses. */
class Keys {
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

/**
 * The windows that a recording goes through. What a click opens is entered by the next steps anyway; the way back is not.
 * Targets other than the first window may also be frames of another site, whose way back does nothing.
 */
class RecordedWindows {
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

export class Conversion {
  readonly steps: WrittenStep[] = [];
  readonly warnings: Problem[] = [];
  readonly #keys = new Keys();
  readonly #typed = new TypedVariables();
  readonly #attribute: string | undefined;
  readonly #source: Source;
  readonly #secret = new Map<string, "password" | "code">();
  #start: string | undefined;
  readonly #windows = new RecordedWindows();

  constructor(
    { steps, selectorAttribute }: Pick<Recording, "steps" | "selectorAttribute">,
    source: Source = "exported",
  ) {
    this.#attribute = selectorAttribute;
    this.#source = source;
    for (const gesture of gesturesOf(steps)) this.#convert(gesture);
    const pattern = lastPattern(steps);
    if (pattern) this.steps.push({ type: "WAIT_FOR_URL", pattern });
  }

  get variables(): string[] {
    return this.#typed.names;
  }

  /** Of a live page: the variables of fields for passwords and one-time codes. */
  get secret(): ReadonlyMap<string, "password" | "code"> {
    return this.#secret;
  }

  get description(): string {
    const at = this.#start ? ` Start its tasks at ${this.#start}.` : "";
    return `Made from a recording.${at}`;
  }

  #convert({ step, number, boxes }: Gesture) {
    this.#followWindow(step, number);
    switch (step.type) {
      case "navigate":
        return this.#navigate(step.url, number);
      case "click":
      case "doubleClick":
        return this.#click(step, number);
      case "change":
        return this.#type(step, number, boxes);
      case "check":
        return this.#act(step, number, (selector) => ({ type: "SET_CHECKBOX", selector, checked: step.checked }));
      case "drag":
        return this.#act(step, number, (from) => {
          const to = this.#choose(step.onto, number);
          return to ? { type: "DRAG", from, to } : undefined;
        });
      case "dialog":
        return this.#answer(step);
      case "keyDown":
      case "keyUp":
        return this.#press(step);
      case "hover":
        return this.#act(step, number, (selector) => ({ type: "HOVER", selector }));
      case "waitForElement":
        return this.#waitForElement(step, number);
      case "close":
        if (this.#windows.isFirst) return this.#leaveOut(step, number);
        this.steps.push({ type: "CLOSE_WINDOW" });
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

  /** Adds the step that does something to the element of a recorded one. */
  #act(
    { selectors }: { selectors: readonly RecordedSelector[] },
    number: number,
    stepOf: (selector: string | string[]) => WrittenStep | undefined,
  ): void {
    const selector = this.#choose(selectors, number);
    const step = selector && stepOf(selector);
    if (step) this.steps.push(step);
  }

  #navigate(url: string, number: number): void {
    const address = plainAddress(url);
    // A new tab's own page, before the first address is typed.
    if (!address) return;
    const isStart = this.#start === undefined && this.steps.length === 0;
    const owner = isStart ? "the task's websiteURL" : "the step";
    for (const part of leftOutParts(url))
      this.#warn(number, `The address's ${part} was left out. Add it to ${owner} if it matters.`);
    if (isStart) this.#start = address;
    else this.steps.push({ type: "OPEN_PAGE", url: address });
  }

  #click(step: Extract<RecordedStep, { type: "click" | "doubleClick" }>, number: number): void {
    if (step.type === "click" && step.button && step.button !== "primary") {
      this.#warn(number, `A click with the ${step.button} button was left out: templates click with the primary one.`);
      return;
    }
    if (step.type === "doubleClick") this.#warn(number, "A double click became one click.");
    this.#act(step, number, (selector) => ({ type: "CLICK", selector }));
  }

  #type(step: Extract<RecordedStep, { type: "change" }>, number: number, inBoxes?: boolean): void {
    // A field's text is what was typed into it, or was there before.
    const selector = this.#choose(
      step.selectors.filter((offered) => !isText(offered)),
      number,
    );
    if (!selector) return;
    const target = { selector };
    const { label, holds = "text", chosen } = step.observed ?? {};
    if (chosen !== undefined) return void this.steps.push({ type: "SELECT_OPTION", ...target, value: chosen });
    const called = label || (holds === "text" ? undefined : holds);
    const name = this.#typed.name({ ...step, selector: [selector].flat()[0] as string, inBoxes, label: called });
    if (holds !== "text") this.#secret.set(name, holds);
    else if (inBoxes && this.#source === "observed") this.#secret.set(name, "code");
    const value = { variable: name };
    if (/^[a-z]:\\fakepath\\/i.test(step.value)) this.steps.push({ type: "UPLOAD_FILE", ...target, file: value });
    else if (isSelect(step.selectors)) this.steps.push({ type: "SELECT_OPTION", ...target, value });
    else this.steps.push({ type: "FILL_INPUT", ...target, value });
  }

  /** A dialog is answered by a step before the one that opens it. */
  #answer({ accept, asked }: Extract<RecordedStep, { type: "dialog" }>): void {
    const variable =
      asked === undefined ? undefined : this.#typed.name({ selectors: [], selector: asked, value: "", label: asked });
    this.steps.splice(-1, 0, { type: "ANSWER_DIALOG", accept, ...(variable !== undefined && { text: { variable } }) });
  }

  #press(step: Extract<RecordedStep, { type: "keyDown" | "keyUp" }>): void {
    const chord = this.#keys.take(step);
    if (chord !== undefined) this.steps.push({ type: "PRESS_KEY", key: chord });
  }

  #waitForElement(step: Extract<RecordedStep, { type: "waitForElement" }>, number: number): void {
    const { operator = "==", count = 1, visible = true } = step;
    const isGone = !visible || (count === 0 && operator !== ">=");
    const chosen = this.#choose(step.selectors, number);
    // Another element that an alternative matches would keep the step waiting.
    const selector = isGone ? [chosen ?? []].flat()[0] : chosen;
    if (!selector) return;
    if (count > 1) this.#warn(number, "The template waits for one such element, whatever number was recorded.");
    this.steps.push({ type: isGone ? "WAIT_FOR_ELEMENT_GONE" : "WAIT_FOR_ELEMENT", selector });
  }

  /** The selector, or several of which the first that matches acts. */
  #choose(offered: readonly RecordedSelector[], number: number): string | string[] | undefined {
    const [first, ...others] = chooseSelectors(offered, this.#attribute, this.#source);
    if (!first)
      this.#warn(number, "No selector of this step can be used, so it was left out: add it with a selector in CSS.");
    return first && others.length > 0 ? [first, ...others] : first;
  }

  #followWindow(step: RecordedStep, number: number): void {
    const moved = this.#windows.follow(step);
    if (moved === "to first") this.steps.push({ type: "SWITCH_WINDOW", to: "first" });
    if (moved === "back")
      this.#warn(number, "The recording is in a window again in which it was before. Check that the task is too.");
  }

  #leaveOut({ type }: RecordedStep, number: number): void {
    this.#warn(number, `Templates have no such step as ${type}, so it was left out.`);
  }

  #warn(number: number, message: string): void {
    this.warnings.push({ path: `recording.steps.${number}`, message });
  }
}

/** An address without query, fragment and credentials; undefined for what is not on the web. */
function plainAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, origin, pathname } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? origin + pathname : undefined;
}

/** The parts that plainAddress leaves out of an address of the web, as a sentence names them. */
function leftOutParts(url: string): string[] {
  const { search, hash, username, password } = new URL(url);
  return [search && "query", hash && "fragment", password ? "password" : username && "user name"].filter(Boolean);
}

/**
 * Matches the address to which the last step led, in the first window: of another target it is not known whether it is a window or
 * a frame. What pressing a key leads to may be recorded where the key comes up. Undefined where the address before would match too:
 * to wait for it would say nothing.
 */
function lastPattern(steps: readonly RecordedStep[]): string | undefined {
  const ledTo = ({ target = "main", assertedEvents = [] }: RecordedStep) =>
    target === "main" ? assertedEvents.map(({ url }) => url) : [];
  const last = steps.findLastIndex(({ type }) => type !== "keyUp");
  const url = steps.slice(last).flatMap(ledTo).at(-1);
  const address = plainAddress(url);
  if (!address) return undefined;
  const visited = steps
    .slice(0, last)
    .flatMap((step) => [...(step.type === "navigate" ? [step.url] : []), ...ledTo(step)]);
  const before = plainAddress(visited.at(-1)) ?? "";
  if (!before.startsWith(address)) return `${address}*`;
  return before !== address && url === address ? address : undefined;
}
