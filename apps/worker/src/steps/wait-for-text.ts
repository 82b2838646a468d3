import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@gatepost/contract/limits";
import type { Parameter, Selector } from "@gatepost/contract/parameter";
import type { StepOf } from "@gatepost/contract/steps";
import { probeVisible, soughtText, untilTextVisible } from "../browser/element.ts";
import { askPage } from "../browser/page-functions.ts";
import { plainText } from "../browser/shown-text.ts";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

const pollMs = 100;
const maxQuotedCharacters = 40;

/**
 * Waits until the page shows the text, in any letter case and with any white space; with a selector, until that element
 * shows exactly this text.
 */
export async function waitForText(step: StepOf<"WAIT_FOR_TEXT">, run: Run): Promise<void> {
  if (step.selector) await untilAlone(run, step.selector, step.text);
  else await untilTextVisible(run, step.text);
}

async function untilAlone(run: Run, selector: Selector, text: Parameter): Promise<void> {
  const wanted = plainText(soughtText(run, text));
  let shown: string | undefined;
  const other = () => {
    const there = run.redacted((shown ?? "").replace(/\s+/g, " ").trim()).slice(0, maxQuotedCharacters);
    return new Failure(`${run.named(selector)} did not show just ${run.named(text)}; it showed "${there}"`);
  };
  for (;;) {
    const { seen } = await probeVisible(run, selector, (element, timeout) =>
      askPage(element, "text", { max: limits.variableBytes, timeout }),
    ).catch((error) => {
      // The last poll may have had no time left to see what the one before it saw.
      throw shown !== undefined && error instanceof Failure ? other() : error;
    });
    if (seen !== null && plainText(seen) === wanted) return;
    shown = seen ?? "a longer text";
    if (run.timeLeft() <= pollMs) throw other();
    await sleep(pollMs, undefined, { signal: run.signal });
  }
}
