import { z } from "zod";
import { clientKey, integer, success } from "../fields.ts";
import { limits } from "../limits.ts";
import { defineMethod } from "../method.ts";
import { problem } from "../problem.ts";
import { document, recording, templateName, version } from "../template-fields.ts";

const heading = {
  name: "Read the heading",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: "h1" },
    { type: "READ_TEXT", selector: "h1", as: "heading" },
  ],
};

export const saveTemplate = defineMethod({
  name: "saveTemplate",
  summary: "Save a template, or check it",
  description:
    "Saves a document as the next version of the account's template of that name. Existing tasks keep their version. An " +
    "unchanged document makes no new version, so that a retry is safe. An invalid document is ERROR_BAD_REQUEST with " +
    "every problem in `problems`. Takes a `template`, or a `recording` with its `name`. Each save by a key is logged and shown to the account's owner.",
  access: "change",
  right: "templates",
  request: z.object({
    clientKey,
    template: document.nullish(),
    recording: recording.nullish(),
    name: templateName.nullish().meta({ description: "The name of a template that is made from a recording." }),
    late: z
      .array(z.string().max(limits.nameLength))
      .max(limits.variables)
      .nullish()
      .meta({ description: "Variables of the recording whose value comes later: the template waits for each." }),
    ifVersion: integer(0, Number.MAX_SAFE_INTEGER)
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
    warnings: z
      .array(problem)
      .meta({ description: "Likely mistakes, which do not keep the template from being saved." }),
    template: document.optional().meta({ description: "With dryRun: the document as it would be stored." }),
  }),
  errors: [],
  detailed: [{ name: "InvalidTemplate", codes: ["ERROR_BAD_REQUEST"], more: z.object({ problems: z.array(problem) }) }],
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
    {
      title: "A template made from a recording, which waits for its code",
      request: {
        clientKey: "<API_KEY>",
        name: "Enter the code",
        late: ["code"],
        recording: {
          title: "Recording 1",
          steps: [
            { type: "navigate", url: "https://example.com/code" },
            { type: "change", value: "000000", selectors: [["#code"]] },
          ],
        },
      },
      response: { errorId: 0, version: 1, warnings: [] },
    },
  ],
});
