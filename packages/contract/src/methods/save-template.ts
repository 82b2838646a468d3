import { z } from "zod";
import { clientKey, success } from "../fields.ts";
import { defineMethod } from "../method.ts";
import { problem } from "../problem.ts";
import { document, version } from "../template-fields.ts";

const heading = {
  name: "Read the heading",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: { permanent: "h1" } },
    { type: "READ_TEXT", selector: { permanent: "h1" }, as: { permanent: "heading" } },
  ],
};

export const saveTemplate = defineMethod({
  name: "saveTemplate",
  summary: "Save a template, or check it",
  description:
    "Saves a document as the next version of the account's template of that name. Existing tasks keep their version. An " +
    "unchanged document makes no new version, so that a retry is safe. An invalid document is ERROR_BAD_REQUEST with " +
    "every problem in `problems`. Each save by a key is logged and shown to the account's owner.",
  access: "change",
  right: "templates",
  idempotent: false,
  request: z.object({
    clientKey,
    template: document,
    ifVersion: z
      .int({ error: "an integer from 0" })
      .min(0)
      .nullish()
      .meta({ description: "Saves only if this is the current version; 0: only if there is no such template yet." }),
    replaceBuiltIn: z.boolean().nullish().meta({
      description: "Must be true to save under the name of a built-in template, which the account then no longer sees.",
    }),
    dryRun: z
      .boolean()
      .nullish()
      .meta({ description: "true: checks the document, its name and ifVersion, and stores nothing." }),
  }),
  response: z.object({
    errorId: success,
    version: version.meta({ description: "The version that is current now, or would be." }),
    warnings: z.array(problem).meta({ description: "What can be saved but is probably not meant." }),
    template: document.optional().meta({ description: "With dryRun: the document as it would be stored." }),
  }),
  errors: [],
  detailed: [{ name: "InvalidTemplate", code: "ERROR_BAD_REQUEST", more: z.object({ problems: z.array(problem) }) }],
  examples: [
    {
      title: "A template that reads a heading",
      request: { clientKey: "<API_KEY>", template: heading },
      response: { errorId: 0, version: 1, warnings: [] },
    },
    {
      title: "Check a document without saving it",
      request: { clientKey: "<API_KEY>", template: heading, dryRun: true },
      response: {
        errorId: 0,
        version: 2,
        warnings: [],
        template: { name: heading.name, description: "", steps: heading.steps },
      },
    },
  ],
});
