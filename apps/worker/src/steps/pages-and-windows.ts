import type { StepOf } from "@gatepost/contract/steps";
import { within } from "@gatepost/domain/platform/signal";
import type { Frame, Page, Request } from "playwright";
import { Failure, NeedsFullBrowser } from "../browser/failure.ts";
import { isDownload, isReplaced, reasonOf } from "../browser/playwright-reason.ts";
import { type ConnectFailure, connectFailureReasons } from "../egress/proxy-session.ts";
import { booleanOf } from "./choices.ts";
import type { Run, StepKinds } from "./run.ts";
import { toPattern } from "./waiting.ts";

/** The headers of a document arrive before its navigation fails. */
const headersMs = 1_000;
/** How often an address is opened in all, if the page before it navigates each time. */
const maxOpened = 3;

/** Opens an address and waits until its document is loaded; later steps wait for what they need themselves. */
async function openPage(step: StepOf<"OPEN_PAGE">, run: Run): Promise<void> {
  const address = run.text(step.url).trim();
  const problem = run.addressProblem(address);
  if (problem) throw new Failure(`the address ${run.named(step.url)} ${problem}`, "ERROR_WEBSITE_NOT_ALLOWED");
  run.windows.seek(address);
  try {
    await goTo(run, await run.signIn(address));
  } catch (error) {
    if (run.windows.flooded) throw error;
    const connectFailure = run.connectFailure() ?? run.connectFailureAt(address);
    if (connectFailure) throw blocked(connectFailure);
    if (run.engine === "shell" && isDownload(error) && (await isPdf(run)))
      throw new NeedsFullBrowser('the page is a PDF, which the headless shell does not show; ask for engine "full"');
    const reason = reasonOf(error);
    if (reason) throw new Failure(`the page could not be opened: ${reason}`);
    throw error;
  }
  await run.observed.settled();
  const connectFailure = run.connectFailure();
  if (connectFailure) throw blocked(connectFailure);
}

/**
 * Navigates to an address. What the page before does meanwhile, such as a form that it submits or a reload, can take the place
 * of the navigation before or after the new page is there: then the address is opened again.
 */
async function goTo(run: Run, address: string): Promise<void> {
  for (let opened = 1; ; opened++) {
    const navigation = watchNavigation(run.page, address);
    try {
      const going = run.page.goto(address, { waitUntil: "domcontentloaded", timeout: run.timeLeft() });
      await Promise.race([going, navigation.endsEarly]);
      if (!navigation.isOvertaken()) return;
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
  const answered = await within(response, headersMs).catch(() => null);
  return answered?.headers()["content-type"]?.startsWith("application/pdf") ?? false;
}

/** The failure of a step whose page could not be reached. */
export function blocked(connectFailure: ConnectFailure): Failure {
  return new Failure(
    connectFailureReasons[connectFailure],
    connectFailure === "refused" ? "ERROR_WEBSITE_NOT_ALLOWED" : "ERROR_STEP_FAILED",
  );
}

const responseMs = 1_000;
const arrivalMs = 500;

/** A navigation that a step begins, beside those that the page before it may begin. */
function watchNavigation(page: Page, address: string) {
  let own: Request | undefined;
  let last: Request | undefined;
  let isOvertaken: boolean | undefined;
  const ending = Promise.withResolvers<void>();
  ending.promise.catch(() => {});
  const onRequest = (request: Request) => {
    if (!request.isNavigationRequest() || request.redirectedFrom() || request.frame() !== page.mainFrame()) return;
    last = request;
    if (isSameDocument(request.url(), address)) own ??= request;
  };
  /** What is requested later is requested by the new page. */
  const onArrival = (frame: Frame) => {
    if (frame === page.mainFrame() && own) isOvertaken ??= last !== own;
  };
  const onFailure = (request: Request) => {
    if (isOvertaken !== false || !isOrComesOf(request, last)) return;
    const text = request.failure()?.errorText ?? "";
    if (last !== own) ending.resolve();
    else if (text !== "net::ERR_ABORTED") ending.reject(new Error(text));
  };
  page.on("request", onRequest).on("framenavigated", onArrival).on("requestfailed", onFailure);
  return {
    /**
     * Settles when the rest of a document that has begun to arrive does not come; the browser waits for it without end. Rejects if it
     * broke off. Resolves if the document has tried to go to what is no page, such as an app or a file, and is read no further.
     */
    endsEarly: ending.promise,
    /** Whether the page before has begun another navigation, which replaces the new page. */
    isOvertaken: () => isOvertaken ?? false,
    /** Whether the site answered that there is no page at the address, so that the browser stays where it is. */
    async hasNoContent(): Promise<boolean> {
      const response = await within(own?.response() ?? Promise.resolve(null), responseMs).catch(() => null);
      return response?.status() === 204 || response?.status() === 205;
    },
    /** Resolves when the navigation that took its place has arrived, or after a while: one that is slow can be replaced. */
    async otherArrives(): Promise<void> {
      if (isOvertaken !== undefined) return;
      const predicate = (frame: Frame) => frame === page.mainFrame();
      await page.waitForEvent("framenavigated", { predicate, timeout: arrivalMs }).catch(() => {});
    },
    stop: () => page.off("request", onRequest).off("framenavigated", onArrival).off("requestfailed", onFailure),
  };
}

/** Whether a request is another one, or that has led to it. */
function isOrComesOf(request: Request | null, other: Request | undefined): boolean {
  return request !== null && (request === other || isOrComesOf(request.redirectedFrom(), other));
}

function isSameDocument(requested: string, address: string): boolean {
  const bare = (text: string) => Object.assign(new URL(text), { hash: "" }).href;
  return bare(requested) === bare(address);
}

const pollMs = 50;

/** Goes on in the first window, the newest one, or the newest whose address fits a pattern. */
async function switchWindow(step: StepOf<"SWITCH_WINDOW">, run: Run): Promise<void> {
  const to = run.text(step.to);
  const fits = toPattern(to);
  for (;;) {
    const open = run.windows.open;
    const found = to === "first" ? open[0] : to === "newest" ? open.at(-1) : open.findLast((page) => fits(page.url()));
    if (found) {
      run.windows.choose(found);
      return found.bringToFront();
    }
    if (run.timeLeft() <= pollMs)
      throw new Failure(`none of the ${open.length} open windows has an address that matches ${run.named(step.to)}`);
    await run.pause(pollMs);
  }
}

/** Closes the window that the task is in; it goes on in the one before it. */
async function closeWindow(_: StepOf<"CLOSE_WINDOW">, run: Run): Promise<void> {
  if (!run.windows.inPopUp) throw new Failure("the task is in its first window, which stays open until the task ends");
  const { page } = run;
  await page.close();
  await run.windows.left(page, run.timeLeft());
}

/** Has the next dialog that a page opens answered so. */
async function answerDialog(step: StepOf<"ANSWER_DIALOG">, run: Run): Promise<void> {
  const text = step.text && run.text(step.text);
  run.dialogs.prepare({ accept: booleanOf(step.accept, run), text }, run.windows.documentRequest());
}

export const pageSteps = {
  OPEN_PAGE: { run: openPage, submits: { ifLate: "url" }, shows: true },
  ANSWER_DIALOG: { run: answerDialog, submits: "never", shows: false },
  SWITCH_WINDOW: { run: switchWindow, submits: "never", shows: true },
  CLOSE_WINDOW: { run: closeWindow, submits: "always", shows: true },
} satisfies StepKinds;
