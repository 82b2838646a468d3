import type { ErrorCode } from "@gatepost/contract/errors";
import { getApplication } from "@gatepost/domain/applications/applications";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { getTask } from "@gatepost/domain/tasks/get-task";
import { notFound } from "next/navigation";
import { cache } from "react";
import { softIdIn, taskIdIn } from "../http/path-ids.ts";
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

/** The application of the account that a path segment names. */
export const applicationOf = cache(async (segment: string) => {
  const { verb } = await portal();
  const softId = softIdIn(segment) ?? notFound();
  return orNotFound(getApplication({ ctx: verb, input: { softId } }));
});

/** The id of the account's task that a path segment names; the page itself reads the task as the browser does. */
export const taskIdOf = cache(async (segment: string): Promise<number> => {
  const { verb } = await portal();
  const taskId = taskIdIn(segment) ?? notFound();
  await orNotFound(getTask({ ctx: verb, input: { taskId } }));
  return taskId;
});

/** The application of a share link; null if the link does not work. */
export const sharedSubject = cache(async (token: string) => {
  const helpers = await sharedPortal(token);
  if (!helpers) return null;
  const { verb, softId } = helpers;
  return { ...helpers, application: await getApplication({ ctx: verb, input: { softId } }) };
});
