import type { ClaimedTask } from "@gatepost/domain/task/claim-tasks";
import type { BrowserContext } from "playwright";
import { isClosed } from "../browser/playwright-reason.ts";
import { Failure } from "./failure.ts";

/** Gives the browser the cookies of the task. Failure if it refuses one. */
export async function addCookies(context: BrowserContext, cookies: NonNullable<ClaimedTask["cookies"]>): Promise<void> {
  if (cookies.length === 0) return;
  await context.addCookies(cookies).catch((error) => {
    if (isClosed(error)) throw error;
    throw new Failure("The browser refused a cookie of task.cookies. Check domain, path, secure and sameSite of each.");
  });
}
