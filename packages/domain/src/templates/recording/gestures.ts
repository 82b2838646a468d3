import type { RecordedStep } from "@gatepost/contract/recording";
import { chooseSelectors, textsOf } from "./choose-selector.ts";

/**
 * The steps of a recording that stand for something that a person did. The Recorder also writes what a browser does by
 * itself: the click on a field before text is typed into it, or on the control of a label that was clicked; and one text
 * more than once, if it was corrected.
 */
export function gesturesOf(steps: readonly RecordedStep[]): Gesture[] {
  const gestures = steps.map((step, index) => ({ step, number: index + 1 }));
  return joinCodeBoxes(
    gestures.filter(({ step }, index) => {
      const next = steps[index + 1];
      const before = steps[index - 1];
      return !isRepeatedByNext(step, next) && !isOfLabel(step, before) && !movesToNext(step, steps.slice(index + 1));
    }),
  );
}

/** Typing focuses the field itself and replaces its text. */
function isRepeatedByNext(step: RecordedStep, next: RecordedStep | undefined): boolean {
  if (step.type !== "click" && step.type !== "doubleClick" && step.type !== "change") return false;
  return next?.type === "change" && JSON.stringify(step.selectors) === JSON.stringify(next.selectors);
}

/** A browser answers a click on a label with one on its control. Both together would check and uncheck a box. */
function isOfLabel(step: RecordedStep, before: RecordedStep | undefined): boolean {
  if (step.type !== "click" || before?.type !== "click" || before.assertedEvents?.length) return false;
  if (before.button && before.button !== "primary") return false;
  const clicked = textsOf(before.selectors);
  if (JSON.stringify(before.selectors) === JSON.stringify(step.selectors)) return false;
  const control = textsOf(step.selectors);
  // A control has a name, but no text of its own.
  if (control.some((text) => text.startsWith("text/"))) return false;
  if (clicked.some((text) => /(?:^|[\s>+~/])label(?:[:.#[][^\s>+~/]*)?$/.test(text))) return true;
  // What was clicked may be a part of the label.
  const name = clicked.find((text) => text.startsWith("text/"))?.slice("text/".length);
  return name !== undefined && control.includes(`aria/${name}`);
}

const isTab = (step: RecordedStep) => step.type === "keyDown" && /^(?:Shift\+)?Tab$/.test(step.key);

/** A Tab on the way to the element of a later step: what is done to an element focuses it. */
function movesToNext(step: RecordedStep, following: readonly RecordedStep[]): boolean {
  if (!isTab(step)) return false;
  const next = following.find((one) => one.type !== "keyUp" && !isTab(one));
  return next !== undefined && "selectors" in next;
}

/** A recorded step that a template's step is made of. */
export interface Gesture {
  step: RecordedStep;
  /** Its place in the recording, counted from 1. */
  number: number;
  /** Its text was typed into several boxes, of which the step's is the first. */
  boxes?: true;
}

const fewestBoxes = 4;

interface Typed extends Gesture {
  step: Extract<RecordedStep, { type: "change" }>;
}

/**
 * A code that was typed into a box for each character, as the one text that it is: FILL_INPUT types on into the next boxes.
 * Such boxes follow each other, and their selectors differ only in a number that counts up.
 */
function joinCodeBoxes(gestures: readonly Gesture[]): Gesture[] {
  const joined: Gesture[] = [];
  for (let index = 0; index < gestures.length; ) {
    const boxes = boxesFrom(gestures, index);
    const [first] = boxes;
    if (first && boxes.length >= fewestBoxes) {
      const value = boxes.map(({ step }) => step.value).join("");
      joined.push({ ...first, step: { ...first.step, value }, boxes: true });
    } else joined.push(...gestures.slice(index, index + 1));
    index += boxes.length >= fewestBoxes ? boxes.length : 1;
  }
  return joined;
}

function boxesFrom(gestures: readonly Gesture[], start: number): Typed[] {
  const boxes: Typed[] = [];
  for (const gesture of gestures.slice(start)) {
    const before = boxes.at(-1);
    if (!isBox(gesture) || (before && !follows(gesture.step, before.step))) break;
    boxes.push(gesture);
  }
  return boxes;
}

function isBox(gesture: Gesture): gesture is Typed {
  return gesture.step.type === "change" && /^[\p{L}\p{N}]$/u.test(gesture.step.value);
}

function follows(step: Typed["step"], before: Typed["step"]): boolean {
  const [selector, other] = [step, before].map(({ selectors }) => chooseSelectors(selectors)[0] ?? "");
  if (!selector || !other || step.target !== before.target) return false;
  const number = /\d+/g;
  if (selector.replace(number, "#") !== other.replace(number, "#")) return false;
  const known = other.match(number) ?? [];
  const steps = (selector.match(number) ?? []).map((one, index) => Number(one) - Number(known[index]));
  return steps.filter((by) => by !== 0).join() === "1";
}
