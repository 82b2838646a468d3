import type { StepOf } from "@gatepost/contract/steps";
import { probeVisible } from "../browser/element.ts";
import { Failure } from "../runtime/failure.ts";
import { booleanOf } from "./boolean.ts";
import type { Run } from "./run.ts";

/** Clicks the box only if it is not in the desired state. */
export async function setCheckbox(step: StepOf<"SET_CHECKBOX">, run: Run): Promise<void> {
  const wanted = booleanOf(step.checked, run);
  const { element: box, seen: kind } = await probeVisible(run, step.selector, (element, timeout) =>
    element.evaluate(kindOf, undefined, { timeout }),
  );
  if (kind === "other") throw new Failure(`${run.named(step.selector)} is neither a checkbox nor a radio button`);
  if (kind === "chosen" && !wanted)
    throw new Failure(`${run.named(step.selector)} is a radio button, which is only unchecked by checking another one`);
  await box.setChecked(wanted, { timeout: run.timeLeft() });
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
