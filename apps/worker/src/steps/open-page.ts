import type { StepOf } from "@gatepost/contract/steps";
import { OwnNavigation } from "../browser/own-navigation.ts";
import { isDownload, isReplaced, reasonOf } from "../browser/playwright-reason.ts";
import { connectFailureReasons } from "../egress/connect-failure-reasons.ts";
import type { ConnectFailure } from "../egress/proxy-session.ts";
import { within } from "../runtime/abort.ts";
import { Failure, NeedsFullBrowser } from "../runtime/failure.ts";
import type { Run } from "./run.ts";

/** The headers of a document arrive before its navigation fails. */
const headersMs = 1_000;
/** How often an address is opened in all, if the page before it navigates each time. */
const maxOpened = 3;

/** Opens an address and waits until its document is loaded; later steps wait for what they need themselves. */
export async function openPage(step: StepOf<"OPEN_PAGE">, run: Run): Promise<void> {
  const address = run.text(step.url).trim();
  const problem = run.addressProblem(address);
  if (problem) throw new Failure(`the address ${run.named(step.url)} ${problem}`, "ERROR_WEBSITE_NOT_ALLOWED");
  run.windows.seek(address);
  try {
    await goTo(run, run.opened(address));
  } catch (error) {
    const connectFailure = run.connectFailure() ?? run.connectFailureAt(address);
    if (connectFailure) throw blocked(connectFailure);
    if (run.engine === "shell" && isDownload(error) && (await isPdf(run)))
      throw new NeedsFullBrowser('the page is a PDF, which the headless shell does not show; ask for engine "full"');
    const reason = reasonOf(error);
    if (reason) throw new Failure(`the page could not be opened: ${reason}`);
    throw error;
  }
  const connectFailure = run.connectFailureAt(run.page.url());
  if (connectFailure) throw blocked(connectFailure);
}

/**
 * Navigates to an address. What the page before does meanwhile, such as a form that it submits or a reload, can take the place
 * of the navigation before or after the new page is there: then the address is opened again.
 */
async function goTo(run: Run, address: string): Promise<void> {
  for (let opened = 1; ; opened++) {
    const navigation = new OwnNavigation(run.page, address);
    try {
      await run.page.goto(address, { waitUntil: "domcontentloaded", timeout: run.timeLeft() });
      if (!navigation.isOvertaken) return;
      if (opened === maxOpened)
        throw new Failure("the page could not be opened: the page before it navigates each time");
    } catch (error) {
      if (opened === maxOpened || !isReplaced(error) || (await navigation.hasNoContent())) throw error;
      await navigation.otherArrives();
    } finally {
      navigation.stop();
    }
  }
}

/** Whether the response is a PDF, which the headless shell would download. */
async function isPdf(run: Run): Promise<boolean> {
  const response = run.windows.askedRequest()?.response();
  if (!response) return false;
  const answered = await within(response, headersMs, () => new Error("late")).catch(() => null);
  return answered?.headers()["content-type"]?.startsWith("application/pdf") ?? false;
}

/** The failure of a step whose page could not be reached. */
export function blocked(connectFailure: ConnectFailure): Failure {
  return new Failure(
    connectFailureReasons[connectFailure],
    connectFailure === "refused" ? "ERROR_WEBSITE_NOT_ALLOWED" : "ERROR_STEP_FAILED",
  );
}
