import { z } from "zod";
import { clientKey, success } from "../fields.ts";
import { defineMethod } from "../method.ts";
import { templateName } from "../template-fields.ts";

export const deleteTemplate = defineMethod({
  name: "deleteTemplate",
  summary: "Delete a template",
  description:
    "Deletes a template of the account. Tasks that were created from it keep their version. If it replaced a built-in one, " +
    "the account sees that one again.",
  access: "change",
  right: "templates",
  request: z.object({ clientKey, name: templateName }),
  response: z.object({ errorId: success, status: z.literal("success") }),
  errors: ["ERROR_TEMPLATE_NOT_FOUND"],
  examples: [
    {
      title: "A template that is no longer used",
      request: { clientKey: "<API_KEY>", name: "Read the heading" },
      response: { errorId: 0, status: "success" },
    },
  ],
});
