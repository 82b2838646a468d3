import type { Parameter, StepOf } from "@gatepost/contract/steps";
import type { Locator, Page } from "playwright-core";
import type { Obstacle } from "./passage.ts";

/** What a step sees of the task that it belongs to. */
export interface Run {
  readonly page: Page;
  /** What the task has gathered so far. */
  readonly found: { texts: Map<string, string>; screenshots: string[] };
  /** What pictures must not show. */
  readonly secrets: { texts: Set<string>; fields: Locator[] };
  /** Milliseconds that the step has left; never below 1, since to Playwright 0 means without end. */
  timeLeft(): number;
  /** A parameter as the page gets it. */
  text(parameter: Parameter): string;
  /** A parameter as an error may name it: what the template says, never a variable's value. */
  named(parameter: Parameter): string;
  /** What the page says, without any variable's value. */
  redacted(text: string): string;
  /** Whether the parameter's value was pushed while the task ran. */
  isLate(parameter: Parameter): boolean;
  /** Resolves when the variable has its value. */
  awaitValue(step: StepOf<"WAIT_FOR_VARIABLE_VALUE">): Promise<void>;
  /** Why the host of an address was not reached, if it was not. */
  obstacleAt(address: string): Obstacle | undefined;
  /** What stands between the task and the page that it last went to. */
  obstacle(): Obstacle | undefined;
  /** Whether the address may be opened at all: what is wrong with it, or nothing. */
  addressProblem(address: string): string | undefined;
}
