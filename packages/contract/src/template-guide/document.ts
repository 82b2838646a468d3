import { limits } from "../limits.ts";
import { defaultTimeout } from "../steps.ts";
import { json, list, type Section, shell, text } from "./blocks.ts";

export const templateDocument: Section = {
  id: "document",
  title: "The document",
  level: 2,
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
        [
          "`onFailure`",
          "no",
          "`ask`: a step that fails asks a person whether to retry, skip or stop, instead of ending the task. A task may say otherwise.",
        ],
      ],
    },
    text(
      `A document has at most ${limits.templateBytes / 1024} KiB as JSON. Its JSON Schema, for editors, is at`,
      "`/schemas/template.json`. A property that is not described here is refused, so that no mistake goes unnoticed.",
    ),
  ],
};

export const parametersAndVariables: Section = {
  id: "parameters",
  title: "Parameters and variables",
  level: 2,
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

export const storedSecrets: Section = {
  id: "secrets",
  title: "Stored secrets and one-time codes",
  level: 2,
  blocks: [
    text(
      "A password that every task needs is stored once, and no task brings it: in the portal under Secrets, or with",
      "`gatepost secret set`, which asks for the value or reads it from standard input; the method is `saveSecret`. Nobody can read",
      "it back.",
    ),
    shell(
      "Store a secret for the pages of a site",
      'npm run -s gatepost -- secret set "bank password" --domain bank.example',
    ),
    text("What FILL_INPUT, TYPE_TEXT and SELECT_OPTION type can then be:"),
    list(
      '`{"secret": "bank password"}`: the stored value.',
      '`{"totp": {"secret": "bank 2fa"}}`: the current one-time code, as an authenticator app shows it. The secret is the key that the site offers for such apps: Base32 (`JBSW Y3DP …`) or an `otpauth://totp/…` address.',
      '`{"totp": {"variable": "key"}}`: the same with a key that the task brings.',
    ),
    json("Type the current code", {
      type: "FILL_INPUT",
      selector: "#code",
      value: { totp: { secret: "bank 2fa" } },
    }),
    text(
      "A secret is typed only into pages of the hosts that it was stored for, and of their subdomains. In a frame, the frame's own",
      "site counts. Anywhere else the step fails and names the secret and the host. If a site echoes the value, the result has `…` in",
      "its place: in texts, lists, pictures, cookies and storage, but not in the content of a downloaded file.",
    ),
    text(
      "A code that is about to expire is never typed: with less than 2 s left, the step waits for the next one. Where a code has a",
      "field for each digit, all digits are of one code. After a code has been typed, a task whose worker is lost is not run again,",
      "because the site may have accepted the code.",
    ),
    text(
      "The built-in template `Sign in with a stored password and one-time code` uses both. The demo site's page `/authenticator` is",
      "a site for it: its password is `lovelace`, and it shows the key of its codes.",
    ),
  ],
};

export const selectors: Section = {
  id: "selectors",
  title: "Selectors",
  level: 2,
  blocks: [
    text(
      "A selector names an element in CSS, with Playwright's pseudo-classes. A step acts on the first visible match, on the page",
      "or in one of its frames; shadow roots are searched too.",
    ),
    {
      kind: "table",
      head: ["selector", "finds"],
      rows: [
        ["`#login`", "the element with this id"],
        ["`input[name=email]`", "a field by its name"],
        ['`button:has-text("Sign in")`', "a button that contains a text, in any letter case"],
        ["`tr:has(td.overdue) a`", "a link in a row that has an overdue cell"],
        ["`:nth-match(.price, 2)`", "the second match"],
        ["`text=Sign in`", 'an element that shows this text, or a longer one; `text="Sign in"` only exactly this one'],
        ["`label=Email`", "the field with this label; in quotes likewise"],
        ['`role=button[name="Send"]`', "an element by its role and its accessible name, which screen readers announce"],
        ["`xpath=//table[2]//a`", "an element by XPath"],
      ],
    },
    text(
      `A list of up to ${limits.selectorAlternatives} selectors, such as \`["#send", "role=button[name=\\"Send\\"]"]\`, keeps a template working when a page`,
      "changes: of those that match something visible, the first in the list acts. A step that waits until an element is gone",
      "waits until none of them matches. The timeline says when it was not the first selector, and the editor warns of it.",
    ),
    text(
      "Prefer what is least likely to change: an id, a `name`, a text that people see. Selectors are parsed when a template is",
      "saved, except for the arguments of `:nth-match`, `:near` and similar pseudo-classes. jQuery's `:contains` and `:eq` are",
      "not CSS; the error says what to write instead.",
    ),
  ],
};

export const nestedSteps: Section = {
  id: "nested",
  title: "Conditions, repetitions and optional steps",
  level: 2,
  blocks: [
    text(
      "`IF_ELEMENT`, `IF_TEXT`, `IF_URL` and `IF_VALUE` run some steps or others; `REPEAT_WHILE_ELEMENT` runs steps again and",
      "again. Both nest steps in lists. For what only sometimes appears, such as a banner, an optional step is shorter: with",
      '`"optional": true`, any step except a wait may fail, and the task continues. It has 5 s, unless it has a `timeout`.',
    ),
    json("A banner that appears only sometimes", {
      type: "CLICK",
      selector: "#accept-cookies",
      optional: true,
    }),
    text(
      "To repeat steps until something appears, let the selector match an element only as long as it lacks that. Here it matches",
      "the calendar until the day is in it:",
    ),
    json("Turning a calendar's pages until it shows a day", {
      type: "REPEAT_WHILE_ELEMENT",
      selector: { text: '#calendar:not(:has([data-date="{{date}}"]))' },
      max: 24,
      timeout: 1,
      steps: [{ type: "CLICK", selector: "#next-month" }],
    }),
    text(
      "A joined selector holds the values as they are, without quotes of its own, and is parsed when the step runs. Put quotes",
      "around a value in a selector, as around `{{date}}` here.",
    ),
  ],
};
