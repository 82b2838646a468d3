import { z } from "zod";
import { clientKey, success } from "../fields.ts";
import { defineMethod } from "../method.ts";
import { pageRequest, pageResponse } from "../page-fields.ts";
import { templateVariable, version } from "../template-fields.ts";

export const listTemplates = defineMethod({
  name: "listTemplates",
  summary: "List the templates that the account can use",
  description:
    "The account's own templates and the built-in ones, with the variables that each uses. A built-in one that the account " +
    "has replaced is not listed.",
  access: "read",
  right: null,
  request: z.object({
    clientKey,
    search: z
      .string({ error: "a string of at most 200 characters" })
      .max(200)
      .nullish()
      .meta({ description: "Only templates with this text in their name, in any letter case." }),
    ...pageRequest,
  }),
  response: z.object({
    errorId: success,
    templates: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        version,
        builtIn: z.boolean(),
        updated: z.int().meta({ description: "When this version was saved." }),
        variables: z.array(templateVariable),
      }),
    ),
    ...pageResponse,
  }),
  errors: [],
  examples: [
    {
      title: "Templates for signing in",
      request: { clientKey: "<API_KEY>", search: "sign-in", limit: 1 },
      response: {
        errorId: 0,
        templates: [
          {
            name: "Sign-in with 2FA and wait for control text",
            description: "Signs in with a password and a code that comes later.",
            version: 1,
            builtIn: true,
            updated: 1793577600,
            variables: [
              { name: "login_input_value", late: false },
              { name: "2fa_input_value", late: true, prompt: "Enter the code.", pattern: "[0-9]{6}" },
            ],
          },
        ],
        next: 1,
      },
    },
  ],
});
