import { z } from "zod";
import { clientKey, success } from "../fields.ts";
import { defineMethod } from "../method.ts";
import { sessionName } from "../session-fields.ts";

export const deleteSession = defineMethod({
  name: "deleteSession",
  summary: "Delete a session",
  description:
    "Deletes a session's cookies and storage. Tasks that use it now continue, but do not save it; the next task " +
    "that names it begins with an empty browser.",
  access: "change",
  right: "tasks",
  request: z.object({ clientKey, name: sessionName }),
  response: z.object({ errorId: success, status: z.literal("success") }),
  errors: [],
  examples: [
    {
      title: "A session that is signed in to the wrong account",
      request: { clientKey: "<API_KEY>", name: "bank" },
      response: { errorId: 0, status: "success" },
    },
  ],
});
