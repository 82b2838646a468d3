import { z } from "zod";
import { defineMethod, pageRequest, pageResponse, sessionName, succeeded, withKey } from "../method.ts";

export const listSessions = defineMethod({
  name: "listSessions",
  group: "Secrets and sessions",
  summary: "List the sessions",
  description:
    "The sessions of the account: cookies and storage that its tasks left for the next ones, the oldest first. What is in them is " +
    "never returned.",
  access: "read",
  right: "tasks",
  request: withKey(pageRequest),
  response: succeeded({
    sessions: z.array(
      z.object({
        name: z.string(),
        created: z.int().describe("In Unix seconds."),
        saved: z.int().optional().describe("When a task last saved it; absent if none has."),
        site: z.string().optional().describe("The host at which that task began."),
        expires: z.int().describe("When it is deleted unless a task leaves it again."),
        bytes: z.int().optional().describe("The size of its cookies and storage as JSON."),
        openTasks: z.int().describe("Tasks of it that have not ended; all but one are held."),
        taskId: z.int().optional().describe("The one that is not held: it has the session now."),
        problem: z.string().optional().describe("Why what the last task left was not saved."),
      }),
    ),
    ...pageResponse,
  }),
  examples: {
    "The first one": [
      { limit: 1 },
      {
        sessions: [{ name: "bank", created: 1793577600, expires: 1796169600, openTasks: 0 }],
      },
    ],
  },
});

export const deleteSession = defineMethod({
  name: "deleteSession",
  group: "Secrets and sessions",
  summary: "Delete a session",
  description:
    "Deletes a session's cookies and storage. Tasks that use it now continue, but do not save it; the next task " +
    "that names it begins with an empty browser.",
  access: "change",
  right: "tasks",
  about: "session",
  request: withKey({ name: sessionName }),
  response: succeeded({ status: z.literal("success") }),
  examples: { "A session that is signed in to the wrong account": [{ name: "bank" }, { status: "success" }] },
});
