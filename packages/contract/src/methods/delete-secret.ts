import { z } from "zod";
import { clientKey, success } from "../fields.ts";
import { defineMethod } from "../method.ts";
import { secretName } from "../secret-fields.ts";

export const deleteSecret = defineMethod({
  name: "deleteSecret",
  summary: "Delete a stored secret",
  description:
    "Deletes a stored secret of the account. A task that has begun keeps it until it ends; a queued task fails at the step that types it, and createTask refuses new ones.",
  access: "change",
  right: "templates",
  request: z.object({ clientKey, name: secretName }),
  response: z.object({ errorId: success, status: z.literal("success") }),
  errors: [],
  examples: [
    {
      title: "A password that is no longer used",
      request: { clientKey: "<API_KEY>", name: "bank password" },
      response: { errorId: 0, status: "success" },
    },
  ],
});
