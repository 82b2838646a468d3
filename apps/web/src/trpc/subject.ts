import type { ErrorCode } from "@gatepost/contract/errors";
import { getApplication } from "@gatepost/domain/applications/applications";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { getTask } from "@gatepost/domain/tasks/get-task";
import { notFound } from "next/navigation";
import { cache } from "react";
import { portal, sharedPortal } from "./server.tsx";

/** The same whether there is no such thing or it belongs to somebody else. */
const unknown: ReadonlySet<ErrorCode> = new Set(["ERROR_ACCESS_DENIED", "ERROR_NO_SUCH_CAPCHA_ID"]);

/**
 * What a page is about. Responds that the page is not found if the caller may not see it or there is no such thing, so
 * that the browser has nothing to load and repeat.
 */
async function orNotFound<Subject>(read: Promise<Subject>): Promise<Subject> {
  try {
    return await read;
  } catch (error) {
    if (isDomainError(error) && unknown.has(error.code)) notFound();
    throw error;
  }
}

// Read once for a page and its title, and not by a call of the portal, which would count against the caller's limit.

export const applicationOf = cache(async (softId: number) => {
  const { verb } = await portal();
  return orNotFound(getApplication({ ctx: verb, input: { softId } }));
});

/** Resolves if the task exists; the page itself reads it as the browser does. */
export const requireTask = cache(async (taskId: number): Promise<void> => {
  const { verb } = await portal();
  await orNotFound(getTask({ ctx: verb, input: { taskId } }));
});

/** The application of a share link; null if the link does not work. */
export const sharedSubject = cache(async (token: string) => {
  const helpers = await sharedPortal(token);
  if (!helpers) return null;
  const { verb, softId } = helpers;
  return { ...helpers, application: await getApplication({ ctx: verb, input: { softId } }) };
});
