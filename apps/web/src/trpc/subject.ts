import { getApplication } from "@gatepost/domain/application/get-application";
import { getTask } from "@gatepost/domain/task/get-task";
import { headers } from "next/headers";
import { cache } from "react";
import { isOverLimit } from "../server/over-limit.ts";
import { orNotFound } from "./or-not-found.ts";
import { portal, sharedPortal } from "./server.ts";

// Read once for a page and its title, and not by a call of the portal, which would count against the caller's limit.

/** The application that a page is about. */
export const applicationOf = cache(async (softId: number) => {
  const { verb } = await portal();
  return orNotFound(getApplication({ ctx: verb, input: { softId } }));
});

/** Resolves if the task exists; the page itself reads it as the browser does. */
export const requireTask = cache(async (taskId: number): Promise<void> => {
  const { verb } = await portal();
  await orNotFound(getTask({ ctx: verb, input: { taskId } }));
});

/** The application of a share link; null if the link does not work, or the address is over its limit. */
export const sharedSubject = cache(async (token: string) => {
  if (await isOverLimit(new Headers(await headers()))) return null;
  const helpers = await sharedPortal(token);
  if (!helpers) return null;
  const { verb, softId } = helpers;
  return { ...helpers, application: await getApplication({ ctx: verb, input: { softId } }) };
});
