import { limits } from "../limits.ts";
import { defaultTimeout } from "../steps.ts";
import { list, type Section, text } from "./blocks.ts";

export const templateDocument: Section = {
  ...{ id: "document", title: "The document", level: 2 },
  blocks: [
    {
      kind: "table",
      head: ["property", "required", "meaning"],
      rows: [
        [
          "`name`",
          "yes",
          "One line of 1 to 200 characters. Saving another document of the same name makes a new version.",
        ],
        ["`steps`", "yes", "1 to 200 steps."],
        ["`description`", "no", "At most 2,000 characters."],
        ["`engine`", "no", "The browser of tasks that do not name one: `shell` or `full`."],
        [
          "`timeout`",
          "no",
          `Seconds from a task's start to its end, at most 86,400; ${defaultTimeout.task} if absent.`,
        ],
        ["`session`", "no", "The session of tasks that do not name one themselves; see below."],
        [
          "`notify`",
          "no",
          "Email addresses that get an email when a task begins to wait for a value: confirmed addresses of the account's people; others are ignored.",
        ],
        ["`keepSession`", "no", "`true`: a failed task saves its session too."],
      ],
    },
    text(
      `A document has at most ${limits.templateBytes / 1024} KiB as JSON. Its JSON Schema, for editors, is at`,
      "`/schemas/template.json`. A property that is not described here is refused, so that no mistake goes unnoticed.",
    ),
  ],
};

export const parametersAndVariables: Section = {
  ...{ id: "parameters", title: "Parameters and variables", level: 2 },
  blocks: [
    text("A step is an object with a `type` and parameters. Most parameters can be written in more than one form:"),
    list(
      'A plain value, such as `"#login"`, `10` or `true`: the template fixes it, and everybody who can read the template sees it. Never write a password here. `{"permanent": "#login"}` means the same. A template is returned in the form in which it was saved.',
      '`{"variable": "login"}`: the task brings the value, in `variables`, now or later. It never stands for a text that READ_TEXT read. Values are encrypted, and deleted when the task ends.',
      '`{"text": "Order {{order}} for {{name}}"}`: variables, and texts that READ_TEXT read, joined with text of the template. `{"text": "{{amount}}"}` is what READ_TEXT read as `amount`, and nothing else. `\\{{` stands for two braces.',
    ),
    text(
      "`createTask` must contain every variable that the template uses; ERROR_INCORRECT_SESSION_DATA names those that are",
      "missing. A string is typed as it is, `null` empties the field, and anything else is typed as compact JSON.",
      "If a step waits for the variable, the value must be of the `kind` and match the `pattern` that the step declares, whether",
      "`createTask` brings it or it is pushed later.",
    ),
  ],
};
