import type { RecordedStep } from "@gatepost/contract/recording";
import { chooseSelectors } from "./choose-selector.ts";
import type { Gesture } from "./gesture.ts";

const fewestBoxes = 4;

interface Typed extends Gesture {
  step: Extract<RecordedStep, { type: "change" }>;
}

/**
 * A code that was typed into a box for each character, as the one text that it is: FILL_INPUT types on into the next boxes.
 * Such boxes follow each other, and their selectors differ only in a number that counts up.
 */
export function joinCodeBoxes(gestures: readonly Gesture[]): Gesture[] {
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
