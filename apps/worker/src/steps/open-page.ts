import type { StepOf } from "@gatepost/contract/steps";
import { reasonOf } from "../browser/playwright-reason.ts";
import type { ConnectFailure } from "../egress/proxy-session.ts";
import { Failure } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** Opens an address and waits until its document stands; later steps wait for what they need themselves. */
export async function openPage(step: StepOf<"OPEN_PAGE">, run: Run): Promise<void> {
  const address = run.text(step.url).trim();
  const problem = run.addressProblem(address);
  if (problem) throw new Failure(`the address ${run.named(step.url)} ${problem}`, "ERROR_WEBSITE_NOT_ALLOWED");
  run.windows.seek(address);
  try {
    await run.page.goto(run.opened(address), { waitUntil: "domcontentloaded", timeout: run.timeLeft() });
  } catch (error) {
    const connectFailure = run.connectFailure() ?? run.connectFailureAt(address);
    if (connectFailure) throw blocked(connectFailure);
    const reason = reasonOf(error);
    if (reason) throw new Failure(`the page could not be opened: ${reason}`);
    throw error;
  }
  const connectFailure = run.connectFailureAt(run.page.url());
  if (connectFailure) throw blocked(connectFailure);
}

const sentences: Record<ConnectFailure, string> = {
  refused: "the address leads to a network that this installation does not open",
  unresolved: "the host's name could not be resolved",
  unreachable: "no connection to the host could be made",
};

/** The failure that an connectFailure on the way to the page is. */
export function blocked(connectFailure: ConnectFailure): Failure {
  return new Failure(
    sentences[connectFailure],
    connectFailure === "refused" ? "ERROR_WEBSITE_NOT_ALLOWED" : "ERROR_STEP_FAILED",
  );
}
