import { setTimeout as sleep } from "node:timers/promises";
import type { StepOf } from "@gatepost/contract/steps";
import type { Locator } from "playwright";
import { probeVisible } from "../browser/element.ts";
import { isClosed, isUnchanged } from "../browser/playwright-reason.ts";
import { Failure } from "../runtime/failure.ts";
import { booleanOf } from "./boolean.ts";
import type { Run } from "./run.ts";

/** How long a page may take to change a box after it was clicked. */
const changeMs = 5_000;
const pollMs = 50;

/** Clicks the box only if it is not in the desired state. */
export async function setCheckbox(step: StepOf<"SET_CHECKBOX">, run: Run): Promise<void> {
  const wanted = booleanOf(step.checked, run);
  const { element: box, seen: kind } = await probeVisible(run, step.selector, (element, timeout) =>
    element.evaluate(kindOf, undefined, { timeout }),
  );
  if (kind === "other") throw new Failure(`${run.named(step.selector)} is neither a checkbox nor a radio button`);
  if (kind === "chosen" && !wanted)
    throw new Failure(`${run.named(step.selector)} is a radio button, which is only unchecked by checking another one`);
  try {
    await box.setChecked(wanted, { timeout: run.timeLeft() });
  } catch (error) {
    if (!isUnchanged(error) || !(await becomes(box, wanted, run))) throw error;
  }
}

/** Whether the box is in the state in the end: a switch that a page draws itself may follow the click a moment later. */
async function becomes(box: Locator, wanted: boolean, run: Run): Promise<boolean> {
  const until = performance.now() + Math.min(changeMs, run.timeLeft());
  while (performance.now() < until) {
    await sleep(pollMs, undefined, { signal: run.signal });
    const is = await box.isChecked({ timeout: Math.max(1, until - performance.now()) }).catch((error) => {
      if (isClosed(error)) throw error;
    });
    if (is === wanted) return true;
  }
  return false;
}

/** Runs inside the page. */
function kindOf(node: Element): "box" | "chosen" | "other" {
  const box = node instanceof HTMLLabelElement ? node.control : node;
  if (box instanceof HTMLInputElement && box.type === "radio") return box.checked ? "chosen" : "box";
  if (box instanceof HTMLInputElement && box.type === "checkbox") return "box";
  return /^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio|option|treeitem)$/.test(box?.role ?? "")
    ? "box"
    : "other";
}
