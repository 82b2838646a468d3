import { z } from "zod";
import { limits } from "../limits.ts";
import {
  defineMethod,
  document,
  integer,
  pageRequest,
  pageResponse,
  recording,
  succeeded,
  templateName,
  templateVariable,
  version,
  withKey,
} from "../method.ts";
import { problem } from "../problems.ts";

export const listTemplates = defineMethod({
  name: "listTemplates",
  group: "Templates",
  summary: "List the templates that the account can use",
  description:
    "The account's own templates and the built-in ones, with the variables that each uses. A built-in one that the account " +
    "has replaced is not listed.",
  access: "read",
  right: null,
  request: withKey({
    search: z
      .string({ error: "a string of at most 200 characters" })
      .max(200)
      .nullish()
      .describe("Only templates with this text in their name, in any letter case."),
    ...pageRequest,
  }),
  response: succeeded({
    templates: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        version,
        builtIn: z.boolean(),
        updated: z.int().describe("When this version was saved."),
        variables: z.array(templateVariable),
      }),
    ),
    ...pageResponse,
  }),
  examples: {
    "Templates for signing in": [
      { search: "sign-in", limit: 1 },
      {
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
    ],
  },
});

const heading = {
  name: "Read the heading",
  description: "",
  steps: [{ type: "READ_TEXT", selector: "h1", as: "heading" }],
};

export const getTemplate = defineMethod({
  name: "getTemplate",
  group: "Templates",
  summary: "Read a template",
  description:
    "The document of a template, as saveTemplate takes it: the account's own template, or else the built-in one of that name.",
  access: "read",
  right: null,
  about: "template",
  request: withKey({
    name: templateName,
    version: integer(1, 2 ** 31 - 1)
      .nullish()
      .describe("An earlier version; the current one if absent."),
  }),
  response: succeeded({ template: document, version }),
  errors: ["ERROR_TEMPLATE_NOT_FOUND"],
  examples: { "The current version": [{ name: heading.name }, { template: heading, version: 3 }] },
});

const saveHeading = {
  name: "Read the heading",
  steps: [
    { type: "WAIT_FOR_ELEMENT", selector: "h1" },
    { type: "READ_TEXT", selector: "h1", as: "heading" },
  ],
};

export const saveTemplate = defineMethod({
  name: "saveTemplate",
  group: "Templates",
  summary: "Save a template, or check it",
  description:
    "Saves a document as the next version of the account's template of that name. Existing tasks keep their version. An " +
    "unchanged document makes no new version, so that a retry is safe. An invalid document is ERROR_BAD_REQUEST with " +
    "every problem in `problems`. Takes a `template`, or a `recording` with its `name`. Each save by a key is logged and shown to the account's owner.",
  access: "change",
  right: "templates",
  request: withKey({
    template: document.nullish(),
    recording: recording.nullish(),
    name: templateName.nullish().describe("The name of a template that is made from a recording."),
    late: z
      .array(z.string().max(limits.nameLength))
      .max(limits.variables)
      .nullish()
      .describe("Variables of the recording whose value comes later: the template waits for each."),
    ifVersion: integer(0, Number.MAX_SAFE_INTEGER)
      .nullish()
      .describe("Saves only if this is the current version; 0: only if there is no such template yet."),
    replaceBuiltIn: z
      .boolean()
      .nullish()
      .describe("Must be true to save under the name of a built-in template, which the account then no longer sees."),
    dryRun: z.boolean().nullish().describe("true: checks the document, its name and ifVersion, and stores nothing."),
  }),
  response: succeeded({
    version: version.describe("The version that is current now, or would be."),
    warnings: z.array(problem).describe("Likely mistakes, which do not keep the template from being saved."),
    template: document.optional().describe("With dryRun: the document as it would be stored."),
  }),
  detailed: [{ name: "InvalidTemplate", codes: ["ERROR_BAD_REQUEST"], more: z.object({ problems: z.array(problem) }) }],
  examples: {
    "A template that reads a heading": [{ template: saveHeading }, { version: 1, warnings: [] }],
    "Check a document without saving it": [
      { template: saveHeading, dryRun: true },
      {
        version: 2,
        warnings: [],
        template: { name: saveHeading.name, description: "", steps: saveHeading.steps },
      },
    ],
    "A template made from a recording, which waits for its code": [
      {
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
      { version: 1, warnings: [] },
    ],
  },
});

export const deleteTemplate = defineMethod({
  name: "deleteTemplate",
  group: "Templates",
  summary: "Delete a template",
  description:
    "Deletes a template of the account. Tasks that were created from it keep their version. If it replaced a built-in one, " +
    "the account sees that one again.",
  access: "change",
  right: "templates",
  about: "template",
  request: withKey({ name: templateName }),
  response: succeeded({ status: z.literal("success") }),
  errors: ["ERROR_TEMPLATE_NOT_FOUND"],
  examples: { "A template that is no longer used": [{ name: "Read the heading" }, { status: "success" }] },
});
