import type { Parameter } from "@gatepost/contract/parameter";
import type { StepOf } from "@gatepost/contract/steps";
import type { Locator } from "playwright";
import { Failure, maxReadCharacters } from "../browser/failure.ts";
import { asking, askPage, heldElement, labelsOf, type Options } from "../browser/page-functions.ts";
import { isClosed, isUnchanged } from "../browser/playwright-reason.ts";
import { byVisibleBox, meantBy, probeElement, untilRight } from "./element.ts";
import { actStill } from "./pointer.ts";
import type { Run, StepKinds } from "./run.ts";

/** Selects by value, or else by the visible text; the option that is there when the select can be used. */
export async function selectOption(step: StepOf<"SELECT_OPTION">, run: Run): Promise<void> {
  const missing = ({ seen: { index, disabled, labels, more } }: { seen: Options }) => {
    if (index >= 0 && !disabled) return undefined;
    if (index >= 0)
      return new Failure(`looked for ${run.named(step.selector)}; the ${disabled} was there, but disabled`);
    const there = labels.map((label) => `"${run.redacted(label).slice(0, 40)}"`).join(", ") || "none";
    const others = more > 0 ? ` and ${more} more` : "";
    return new Failure(
      `${run.named(step.selector)} has no option for ${run.named(step.value)}; it has ${there}${others}`,
    );
  };
  const look = async () => {
    const { element, seen } = await probeOptions(step, run);
    if (!seen)
      throw new Failure(`${run.named(step.selector)} is not a select; if it opens a list, CLICK it, then the option`);
    return { element, seen };
  };
  // Options may be added after the page has loaded.
  const { element, seen } = await untilRight(run, look, missing);
  // Once, because each choice is a change event, at which the page may submit its form.
  await element.selectOption({ index: seen.index, value: seen.value }, { timeout: run.timeLeft() });
}

/** Looks for the option in the first visible match. A stored secret goes only into the document whose origin was looked at. */
async function probeOptions({ selector, value }: StepOf<"SELECT_OPTION">, run: Run) {
  const look = (select: Locator, wanted: string, timeout: number) =>
    askPage(select, "options", { wanted, max: maxReadCharacters, timeout });
  if (!("secret" in value || "totp" in value)) {
    const wanted = run.text(value);
    return probeElement(run, selector, (select, timeout) => look(select, wanted, timeout));
  }
  const { frame, seen } = await probeElement(run, selector, asking("hold"));
  const element = heldElement(frame);
  return { element, seen: await look(element, await run.typed(value, seen.origin), run.timeLeft()) };
}

/** How long a page may take to change a box after it was clicked. */
const changeMs = 5_000;
const checkboxPollMs = 50;

/** Clicks the box only if it is not in the desired state. */
async function setCheckbox(step: StepOf<"SET_CHECKBOX">, run: Run): Promise<void> {
  const wanted = booleanOf(step.checked, run);
  const { element, seen } = await probeBox(step, run);
  const { kind, place } = seen;
  if (kind === "other") throw new Failure(`${run.named(step.selector)} is neither a checkbox nor a radio button`);
  if (kind === "chosen" && !wanted)
    throw new Failure(`${run.named(step.selector)} is a radio button, which is only unchecked by checking another one`);
  const box = place.on === "label" ? labelsOf(element).filter({ visible: true }).first() : element;
  // Playwright would take what the page has drawn for something that covers the box.
  const where = { force: place.on === "drawn", ...(place.position && { position: place.position }) };
  try {
    await actStill(box, () => box.setChecked(wanted, { ...where, timeout: run.timeLeft() }));
  } catch (error) {
    if (!isUnchanged(error) || !(await becomes(box, wanted, run))) throw error;
  }
}

async function probeBox({ selector }: StepOf<"SET_CHECKBOX">, run: Run) {
  const sight = await probeElement(run, selector, asking("boxKind"), byVisibleBox);
  const meant = sight.seen.kind === "other" ? await meantBy(run, selector, sight, "box") : undefined;
  return meant ? probeElement(run, selector, asking("boxKind"), () => meant) : sight;
}

/** Whether the box is in the state in the end: a switch that a page draws itself may follow the click a moment later. */
async function becomes(box: Locator, wanted: boolean, run: Run): Promise<boolean> {
  const until = performance.now() + Math.min(changeMs, run.timeLeft());
  while (performance.now() < until) {
    await run.pause(checkboxPollMs);
    const is = await box.isChecked({ timeout: Math.max(1, until - performance.now()) }).catch((error) => {
      if (isClosed(error)) throw error;
    });
    if (is === wanted) return true;
  }
  return false;
}

/** A parameter that is true or false. Fails where a variable holds anything else. */
export function booleanOf(parameter: Parameter, run: Run): boolean {
  const text = run.text(parameter);
  if (text !== "true" && text !== "false")
    throw new Failure(`${run.named(parameter)} must be true or false, and is neither`);
  return text === "true";
}

export const choiceSteps = {
  SELECT_OPTION: { run: selectOption, submits: "always", shows: true },
  SET_CHECKBOX: { run: setCheckbox, submits: "always", shows: true },
} satisfies StepKinds;
