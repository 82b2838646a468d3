import { type StepPath, stepPathText } from "@gatepost/contract/step-paths";
import type { AskAgainStep } from "@gatepost/contract/steps";

/** Which wait each late variable's value was taken by, and how long it may be waited for next. */
export class AskedValues {
  readonly #takenBy = new Map<string, string>();
  readonly #seconds = new Map<string, number>();

  /** Whether a wait in a repetition asks for a value anew: another wait, or another run of it, has taken one. */
  isAskedAnew(name: string, path: StepPath, runs: readonly number[]): boolean {
    const by = this.#takenBy.get(name);
    return runs.length > 0 && by !== undefined && by !== waitOf(path, runs);
  }

  taken(name: string, path: StepPath, runs: readonly number[]): void {
    this.#takenBy.set(name, waitOf(path, runs));
  }

  /** Notes that the site refused the value, and that it is asked for again. */
  askedAgain(step: AskAgainStep): void {
    const name = step.name.permanent;
    if (step.waitTimeout) this.#seconds.set(name, step.waitTimeout.permanent);
  }

  /** The seconds that the next wait may take, if the step that asked again sets it. */
  secondsOf(name: string): number | undefined {
    return this.#seconds.get(name);
  }
}

function waitOf(path: StepPath, runs: readonly number[]): string {
  return `${stepPathText(path)} ${runs.join(" ")}`;
}
