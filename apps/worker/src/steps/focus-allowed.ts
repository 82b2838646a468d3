import type { TypedParameter } from "@gatepost/contract/parameter";
import { focusedElement } from "../browser/frames.ts";
import { askPage } from "../browser/page-functions.ts";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/**
 * Throws a Failure if the next key would go where a parameter's stored secret must not be typed. Keys go where the focus is, and a
 * page or a frame of another site can move it at any time. Returns where the focus is; "" if nothing has it.
 */
export async function requireFocusAllowed(run: Run, parameter: TypedParameter): Promise<string> {
  if (!run.isStored(parameter)) return "";
  const focused = await focusedElement(run.page);
  if (!focused) throw new Failure(`no element has the focus, so ${run.named(parameter)} was not typed`);
  const { origin } = await askPage(focused.element, "hold", { timeout: run.timeLeft() });
  run.requireAllowed(parameter, origin);
  return origin;
}
