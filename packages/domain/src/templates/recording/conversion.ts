import type { Problem } from "@gatepost/contract/problems";
import type { RecordedSelector, RecordedStep, Recording } from "@gatepost/contract/recording";
import type { WrittenStep } from "@gatepost/contract/steps";
import { pastes } from "@gatepost/contract/steps/forms";
import { chooseSelectors, isSelect, isText, type Source } from "./choose-selector.ts";
import { type Gesture, gesturesOf } from "./gestures.ts";
import { type TypedVariables, typedVariable } from "./typed-variables.ts";

const modifiers = ["Control", "Shift", "Alt", "Meta"];
const names: Record<string, string> = { "\r": "Enter", "\n": "Enter", " ": "Space" };

/** Turns the keys that go down and up into the chords that PRESS_KEY presses. */
function readKeys() {
  const held = new Set<string>();
  /** The chord that a key completes; undefined where it is a modifier, comes up, or pastes. */
  return ({ type, key }: Extract<RecordedStep, { type: "keyDown" | "keyUp" }>): string | undefined => {
    const modifier = modifiers.find((name) => key === name || key === `${name}Left` || key === `${name}Right`);
    if (modifier) {
      if (type === "keyDown") held.add(modifier);
      else held.delete(modifier);
      return undefined;
    }
    if (type === "keyUp") return undefined;
    const name = names[key] ?? key;
    const shifted = name.length > 1 ? [...held] : [...held].filter((one) => one !== "Shift");
    const chord = [...shifted, name].join("+");
    return pastes(chord) || !/^[\x20-\x7e]+$/.test(chord) ? undefined : chord;
  };
}

/**
 * The windows that a recording goes through. What a click opens is entered by the next steps anyway; the way back is not.
 * Targets other than the first window may also be frames of another site, whose way back does nothing.
 */
function followWindows() {
  let window = "main";
  const entered = new Set<string>();
  return {
    isFirst: () => window === "main",
    /** Where a step returns to: the first window, or another one in which the recording was before. */
    follow({ target = "main", type }: RecordedStep): "to first" | "back" | undefined {
      if (type === "setViewport" || window === target) return undefined;
      window = target;
      if (target === "main") return "to first";
      const isKnown = entered.has(target);
      entered.add(target);
      return isKnown ? "back" : undefined;
    },
  };
}

export type Conversion = ReturnType<typeof convert>;

/** The steps of a recording as those of a template. */
export function convert(
  { steps: recorded, selectorAttribute }: Pick<Recording, "steps" | "selectorAttribute">,
  source: Source = "exported",
) {
  const steps: WrittenStep[] = [];
  const warnings: Problem[] = [];
  const completedChord = readKeys();
  const typed: TypedVariables = new Map();
  /** Of a live page: the variables of fields for passwords and one-time codes. */
  const secret = new Map<string, "password" | "code">();
  const windows = followWindows();
  let start: string | undefined;

  function add({ step, number, boxes }: Gesture) {
    noteWindow(step, number);
    switch (step.type) {
      case "navigate":
        return navigate(step.url, number);
      case "click":
      case "doubleClick":
        return click(step, number);
      case "change":
        return typeText(step, number, boxes);
      case "check":
        return act(step, number, (selector) => ({ type: "SET_CHECKBOX", selector, checked: step.checked }));
      case "download":
        return act(step, number, (selector) => ({ type: "DOWNLOAD_FILE", selector, as: nextFile() }));
      case "drag":
        return act(step, number, (from) => {
          const to = choose(step.onto, number);
          return to ? { type: "DRAG", from, to } : undefined;
        });
      case "dialog":
        return answer(step);
      case "keyDown":
      case "keyUp":
        return press(step);
      case "hover":
        return act(step, number, (selector) => ({ type: "HOVER", selector }));
      case "waitForElement":
        return waitForElement(step, number);
      case "close":
        if (windows.isFirst()) return leaveOut(step, number);
        steps.push({ type: "CLOSE_WINDOW" });
        break;
      // The window's size belongs to the task, steps scroll by themselves, and the network is what it is.
      case "setViewport":
      case "scroll":
      case "emulateNetworkConditions":
        break;
      default:
        leaveOut(step, number);
    }
  }

  /** Adds the step that does something to the element of a recorded one. */
  function act(
    { selectors }: { selectors: readonly RecordedSelector[] },
    number: number,
    stepOf: (selector: string | string[]) => WrittenStep | undefined,
  ): void {
    const selector = choose(selectors, number);
    const step = selector && stepOf(selector);
    if (step) steps.push(step);
  }

  function nextFile(): string {
    const before = steps.filter(({ type }) => type === "DOWNLOAD_FILE").length;
    return before === 0 ? "file" : `file_${before + 1}`;
  }

  function navigate(url: string, number: number): void {
    const address = plainAddress(url);
    // A new tab's own page, before the first address is typed.
    if (!address) return;
    const isStart = start === undefined && steps.length === 0;
    const owner = isStart ? "the task's websiteURL" : "the step";
    for (const part of leftOutParts(url))
      warn(number, `The address's ${part} was left out. Add it to ${owner} if it matters.`);
    if (isStart) start = address;
    else steps.push({ type: "OPEN_PAGE", url: address });
  }

  function click(step: Extract<RecordedStep, { type: "click" | "doubleClick" }>, number: number): void {
    if (step.type === "click" && step.button && step.button !== "primary") {
      warn(number, `A click with the ${step.button} button was left out: templates click with the primary one.`);
      return;
    }
    const isDouble = step.type === "doubleClick";
    act(step, number, (selector) => ({ type: "CLICK", selector, ...(isDouble && { double: true }) }));
  }

  function typeText(step: Extract<RecordedStep, { type: "change" }>, number: number, inBoxes?: boolean): void {
    // A field's text is what was typed into it, or was there before.
    const selector = choose(
      step.selectors.filter((offered) => !isText(offered)),
      number,
    );
    if (!selector) return;
    const target = { selector };
    const { label, holds = "text", chosen } = step.observed ?? {};
    if (chosen !== undefined) return void steps.push({ type: "SELECT_OPTION", ...target, value: chosen });
    const called = label || (holds === "text" ? undefined : holds);
    const name = typedVariable(typed, { ...step, selector: [selector].flat()[0] as string, inBoxes, label: called });
    if (holds !== "text") secret.set(name, holds);
    else if (inBoxes && source === "observed") secret.set(name, "code");
    const value = { variable: name };
    if (/^[a-z]:\\fakepath\\/i.test(step.value)) steps.push({ type: "UPLOAD_FILE", ...target, file: value });
    else if (source === "exported" && isSelect(step.selectors)) steps.push({ type: "SELECT_OPTION", ...target, value });
    else steps.push({ type: "FILL_INPUT", ...target, value });
  }

  /** A dialog is answered by a step before the one that opens it. */
  function answer({ accept, asked }: Extract<RecordedStep, { type: "dialog" }>): void {
    const variable =
      asked === undefined
        ? undefined
        : typedVariable(typed, { selectors: [], selector: asked, value: "", label: asked });
    steps.splice(-1, 0, { type: "ANSWER_DIALOG", accept, ...(variable !== undefined && { text: { variable } }) });
  }

  function press(step: Extract<RecordedStep, { type: "keyDown" | "keyUp" }>): void {
    const chord = completedChord(step);
    if (chord !== undefined) steps.push({ type: "PRESS_KEY", key: chord });
  }

  function waitForElement(step: Extract<RecordedStep, { type: "waitForElement" }>, number: number): void {
    const { operator = "==", count = 1, visible = true } = step;
    const isGone = !visible || (count === 0 && operator !== ">=");
    const chosen = choose(step.selectors, number);
    // Another element that an alternative matches would keep the step waiting.
    const selector = isGone ? [chosen ?? []].flat()[0] : chosen;
    if (!selector) return;
    if (count > 1) warn(number, "The template waits for one such element, whatever number was recorded.");
    steps.push({ type: isGone ? "WAIT_FOR_ELEMENT_GONE" : "WAIT_FOR_ELEMENT", selector });
  }

  /** The selector, or several of which the first that matches acts. */
  function choose(offered: readonly RecordedSelector[], number: number): string | string[] | undefined {
    const [first, ...others] = chooseSelectors(offered, selectorAttribute, source);
    if (!first)
      warn(number, "No selector of this step can be used, so it was left out: add it with a selector in CSS.");
    return first && others.length > 0 ? [first, ...others] : first;
  }

  function noteWindow(step: RecordedStep, number: number): void {
    const moved = windows.follow(step);
    if (moved === "to first") steps.push({ type: "SWITCH_WINDOW", to: "first" });
    if (moved === "back")
      warn(number, "The recording is in a window again in which it was before. Check that the task is too.");
  }

  function leaveOut({ type }: RecordedStep, number: number): void {
    warn(number, `Templates have no such step as ${type}, so it was left out.`);
  }

  function warn(number: number, message: string): void {
    warnings.push({ path: `recording.steps.${number}`, message });
  }

  for (const gesture of gesturesOf(recorded)) add(gesture);
  const pattern = lastPattern(recorded);
  if (pattern) steps.push({ type: "WAIT_FOR_URL", pattern });
  const description = `Made from a recording.${start ? ` Start its tasks at ${start}.` : ""}`;
  return { steps, warnings, variables: [...typed.keys()], secret, description };
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
