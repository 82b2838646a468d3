import { cache } from "react";
import { orNotFound } from "./or-not-found.ts";
import { portal } from "./server.ts";

/** The application that a page is about, read once for the page and its title. */
export const applicationOf = cache(async (softId: number) => {
  const { caller } = await portal();
  return orNotFound(caller.applications.get({ softId }));
});

/** Resolves if the task exists; the page itself reads it as the browser does. */
export const requireTask = cache(async (taskId: number): Promise<void> => {
  const { caller } = await portal();
  await orNotFound(caller.tasks.get({ taskId }));
});
