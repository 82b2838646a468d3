import type { StepOf } from "@gatepost/contract/steps";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** Closes the window that the task is in; it goes on in the one before it. */
export async function closeWindow(_: StepOf<"CLOSE_WINDOW">, run: Run): Promise<void> {
  if (!run.windows.inPopUp) throw new Failure("the task is in its first window, which stays open until the task ends");
  const { page } = run;
  await page.close();
  await run.windows.left(page, run.timeLeft());
}
