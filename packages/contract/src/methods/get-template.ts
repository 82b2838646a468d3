import { z } from "zod";
import { clientKey, integer, success } from "../fields.ts";
import { defineMethod } from "../method.ts";
import { document, templateName, version } from "../template-fields.ts";

const heading = {
  name: "Read the heading",
  description: "",
  steps: [{ type: "READ_TEXT", selector: "h1", as: "heading" }],
};

export const getTemplate = defineMethod({
  name: "getTemplate",
  summary: "Read a template",
  description:
    "The document of a template, as saveTemplate takes it: the account's own template, or else the built-in one of that name.",
  access: "read",
  right: null,
  request: z.object({
    clientKey,
    name: templateName,
    version: integer(1, 2 ** 31 - 1)
      .nullish()
      .meta({ description: "An earlier version; the current one if absent." }),
  }),
  response: z.object({ errorId: success, template: document, version }),
  errors: ["ERROR_TEMPLATE_NOT_FOUND"],
  examples: [
    {
      title: "The current version",
      request: { clientKey: "<API_KEY>", name: heading.name },
      response: { errorId: 0, template: heading, version: 3 },
    },
  ],
});
