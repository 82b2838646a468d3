import { browserSettings } from "../browser-settings.ts";
import { demoSitePort } from "../first-task.ts";
import { limits } from "../limits.ts";
import { type StepGuide, stepGuide } from "../step-guide.ts";
import { defaultTimeout, type StepType, stepTypes } from "../steps.ts";
import { approvals } from "./approvals.ts";
import { type Block, json, list, type Section, shell, text } from "./blocks.ts";
import { ownParameterDocs } from "./parameter-docs.ts";
import { stepFailures } from "./step-failures.ts";

const site = `http://127.0.0.1:${demoSitePort}`;

/** The template of the first five minutes. A test saves and runs it. */
export const firstTemplate = {
  name: "Echo a word",
  description: "Waits for a word, types it into a form, and reads what the page received.",
  steps: [
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: { permanent: "word" },
      prompt: { permanent: "Which word?" },
      pattern: { permanent: "[a-z]+" },
    },
    { type: "FILL_INPUT", selector: { permanent: "#value" }, value: { variable: "word" } },
    { type: "PRESS_KEY", key: { permanent: "Enter" } },
    { type: "WAIT_FOR_ELEMENT", selector: { permanent: "#received-value" } },
    { type: "READ_TEXT", selector: { permanent: "#received-value" }, as: { permanent: "received" } },
  ],
};

const guide: readonly Section[] = [
  {
    ...{ id: "first", title: "A first template in five minutes", level: 2 },
    blocks: [
      text(
        "A template is a named list of steps that a browser runs, one after the other. With `npm start`, the demo site is at",
        `\`${site}\`. This template types a word into its page \`/echo\`, but only once somebody has said which word.`,
        "Save it as `echo.json`:",
      ),
      json("echo.json", firstTemplate),
      text(
        "Then check it, save it, run it, and follow the task, which asks for the word in the terminal. `GATEPOST_KEY` is a key",
        "with the right to save templates, which a new account's key has, such as the one that `npm start` prints.",
      ),
      shell(
        "Check, save and run a template",
        [
          "npm run -s gatepost -- template lint echo.json",
          "npm run -s gatepost -- template save echo.json",
          `npm run -s gatepost -- task create --template "Echo a word" --url ${site}/echo --wait word`,
          "npm run -s gatepost -- task watch <taskId>",
        ].join("\n"),
      ),
      text(
        "`gatepost template try echo.json` with `--url` and `--var` or `--wait` runs the file without saving it.",
        "The result has the word under `solution.texts.received`. Without the command line, the methods `saveTemplate`,",
        "`createTask`, `pushAntiGateVariable` and `getTaskResult` do the same.",
      ),
    ],
  },
  {
    ...{ id: "recording", title: "A template from a recording", level: 2 },
    blocks: [
      text(
        "Chrome records what you do on a site: in its DevTools, open **Recorder**, record, and export the recording as a JSON",
        "file. Each text that you typed becomes a variable, passwords too; what you typed is not kept. `--late` names the",
        "variables whose value comes later. A dry run shows the template before it is saved:",
      ),
      shell(
        "Make a template of a recording",
        [
          'npm run -s gatepost -- template save recording.json --recording "My sign-in" --late code --dry-run',
          'npm run -s gatepost -- template save recording.json --recording "My sign-in" --late code',
        ].join("\n"),
      ),
      text(
        "Of the selectors that the recording offers for an element, the steadiest is taken: an attribute made for tests, an id",
        "or a name, a role or a text, and only then a place in the document. Warnings name what was left out. Add a step at the",
        "end that waits for what only success shows.",
      ),
    ],
  },
  {
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
          ["`keepSession`", "no", "`true`: a failed task saves its session too."],
        ],
      },
      text(
        `A document has at most ${limits.templateBytes / 1024} KiB as JSON. Its JSON Schema, for editors, is at`,
        "`/schemas/template.json`. A property that is not described here is refused, so that no mistake goes unnoticed.",
      ),
    ],
  },
  {
    ...{ id: "built-in", title: "Built-in templates", level: 2 },
    blocks: [
      text(
        "For many jobs there is a built-in template, which takes the page's selectors as variables: sign-ins of several kinds,",
        "codes, calendars, tables, lists over several pages, payments. List them, and copy one to change it:",
      ),
      shell(
        "Copy a built-in template",
        [
          "npm run -s gatepost -- template list",
          'npm run -s gatepost -- template get "Collect a list over all its pages" > my-list.json',
        ].join("\n"),
      ),
      text(`The demo site's page \`${site}/jobs\` leads to a page for each of these jobs.`),
    ],
  },
  {
    ...{ id: "parameters", title: "Parameters and variables", level: 2 },
    blocks: [
      text("A step is an object with a `type` and parameters. Most parameters can be written in more than one form:"),
      list(
        '`{"permanent": "#login"}`: the template fixes the value, which anybody who can read the template sees. Never write a password here.',
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
  },
  {
    ...{ id: "secrets", title: "Stored secrets and one-time codes", level: 2 },
    blocks: [
      text(
        "A password that every task needs is stored once, and no task brings it. `gatepost secret set` asks for the value, or reads it",
        "from standard input; the method is `saveSecret`. Nobody can read it back.",
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
      json("Type the code of now", {
        type: "FILL_INPUT",
        selector: { permanent: "#code" },
        value: { totp: { secret: "bank 2fa" } },
      }),
      text(
        "A secret is typed only into pages of the hosts that it was stored for, and of their subdomains. In a frame, the frame's own",
        "site counts. Anywhere else the step fails and names the secret and the host. What a task reads or shows never contains the",
        "value: it is replaced by `…`.",
      ),
      text(
        "A code is never one that is about to end: with less than 2 s left, the step waits for the next one. In a code with a field",
        "for each digit, all digits are of one code. After a code was typed, a task whose worker is lost is not run again, because",
        "the site may have taken the code.",
      ),
    ],
  },
  {
    ...{ id: "late-values", title: "Values that come later", level: 2 },
    blocks: [
      text(
        'A variable whose value is `"_WAIT_FOR_IT_"` in `createTask` comes later. The template must have a step',
        "`WAIT_FOR_VARIABLE_VALUE` for it before its first use. There the task waits, with its page open, until",
        "`pushAntiGateVariable` or a person in the portal supplies the value. A value that is pushed before the task reaches the",
        "step is kept for it. If the variable has an ordinary value, the step passes at once, so that one template serves both.",
      ),
      text("A `prompt` says what is asked. It can show what READ_TEXT has read on the page: see **Approvals** below."),
      text(
        "A `kind` says what the value must be, and with it which field and keyboard a person gets; a `pattern` refuses values of",
        "another form. `ASK_AGAIN_IF_TEXT` and `ASK_AGAIN_IF_ELEMENT` ask again if the site refuses a value: put one right after",
        "the step that submits it.",
      ),
    ],
  },
  approvals,
  {
    ...{ id: "selectors", title: "Selectors", level: 2 },
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
          [
            "`text=Sign in`",
            'an element that shows this text, or a longer one; `text="Sign in"` only exactly this one',
          ],
          ["`label=Email`", "the field with this label; in quotes likewise"],
          ['`role=button[name="Send"]`', "an element by its role and what it is called, as screen readers tell it"],
          ["`xpath=//table[2]//a`", "an element by XPath"],
        ],
      },
      text(
        "Prefer what is least likely to change: an id, a `name`, a text that people see. Selectors are parsed when a template is",
        "saved, except for the arguments of `:nth-match`, `:near` and similar pseudo-classes. jQuery's `:contains` and `:eq` are",
        "not CSS; the error says what to write instead.",
      ),
    ],
  },
  {
    ...{ id: "nested", title: "Conditions, repetitions and optional steps", level: 2 },
    blocks: [
      text(
        "`IF_ELEMENT`, `IF_TEXT`, `IF_URL` and `IF_VALUE` run some steps or others; `REPEAT_WHILE_ELEMENT` runs steps again and",
        "again. Both nest steps in lists. For what only sometimes appears, such as a banner, an optional step is shorter: with",
        '`"optional": true`, any step except a wait may fail, and the task continues. It has 5 s, unless it has a `timeout`.',
      ),
      json("A banner that appears only sometimes", {
        type: "CLICK",
        selector: { permanent: "#accept-cookies" },
        optional: true,
      }),
      text(
        "To repeat steps until something appears, let the selector match an element only as long as it lacks that. Here it matches",
        "the calendar until the day is in it:",
      ),
      json("Turning a calendar's pages until it shows a day", {
        type: "REPEAT_WHILE_ELEMENT",
        selector: { text: '#calendar:not(:has([data-date="{{date}}"]))' },
        max: { permanent: 24 },
        timeout: { permanent: 1 },
        steps: [{ type: "CLICK", selector: { permanent: "#next-month" } }],
      }),
      text(
        "A joined selector holds the values as they are, without quotes of its own, and is parsed when the step runs. Put quotes",
        "around a value in a selector, as around `{{date}}` here.",
      ),
    ],
  },
  {
    ...{ id: "browser", title: "The task's browser", level: 2 },
    blocks: [
      text(
        "What the browser says of itself does not belong to the template: each task can name it beside its variables, in",
        "createTask's `task`.",
      ),
      {
        kind: "table",
        head: ["property", "meaning"],
        rows: Object.entries(browserSettings).map(([name, schema]) => [`\`${name}\``, schema.description ?? ""]),
      },
      json("A task for somebody in Portugal with a phone", {
        type: "AntiGateTask",
        websiteURL: `${site}/jobs/own-language`,
        templateName: "Read a page in another language or window size",
        variables: { element_css: "main" },
        ...{ viewport: { width: 390, height: 844 }, locale: "pt-PT", timezone: "Europe/Lisbon" },
        geolocation: { latitude: 38.7, longitude: -9.1 },
        httpAuth: { username: "ada", password: "love:lace" },
      }),
    ],
  },
  {
    ...{ id: "sessions", title: "Sessions: signing in once", level: 2 },
    blocks: [
      text(
        "A task begins with an empty browser. With `session` in `createTask`, or in the template, it begins with the cookies and",
        "storage that the last task of this name left. A template then signs in only where the site asks for it:",
      ),
      json("Sign in if the page has a field for it", {
        type: "IF_ELEMENT",
        selector: { permanent: "#login" },
        then: [
          { type: "FILL_INPUT", selector: { permanent: "#login" }, value: { variable: "login" } },
          { type: "FILL_INPUT", selector: { permanent: "#password" }, value: { secret: "bank password" } },
          { type: "PRESS_KEY", key: { permanent: "Enter" } },
        ],
      }),
      text(
        "A task that becomes ready saves its session as the browser has it then; a failed one only with `keepSession`. Tasks of one",
        "session run one after another, because each continues where the last one ended; up to 20 can be held meanwhile. A session",
        "belongs to the account, is encrypted, and is deleted 30 days after its last use. `gatepost session list` and `delete` manage them.",
      ),
    ],
  },
  {
    ...{ id: "problems", title: "Finding out what went wrong", level: 2 },
    blocks: [
      list(
        "**Before it is saved**: `gatepost template lint file.json`, or `saveTemplate` with `dryRun: true`, reports every problem with its place, such as `steps.3.selector` (steps are counted from 1), and warns of likely mistakes.",
        "**While it runs**: the task's page in the portal and `gatepost task watch` show each step as it happens.",
        "**After it failed**: the error names the step and the reason. Beside it, the result has `failure` (the step's number and type, and the page's address and picture) and `partial` (the `texts` and `data` that were read before). The portal shows both; `gatepost task result` prints them, all of it with `--json`.",
        "**What it collected**: texts, data and files are on the task's page in the portal. `gatepost task result <taskId>` prints them; with `--json` it prints the whole response, and with `--save DIR` it writes files, pictures, snapshots, texts and data into a folder.",
        "**What else happened**: the error also reports a dismissed dialog; and, of the failed step or since the page was opened, an HTTP status of 400 or above, a page that was sent only in part, and a download that was refused or kept. If the step's selector matched several visible elements, it says how many. The timeline notes these beside a step that succeeded too, except for kept downloads.",
        "**A step that passes too early**: end the template with a `WAIT_FOR_TEXT` or `WAIT_FOR_ELEMENT` for what only success shows. Without it, a task is ready even if the site refused.",
      ),
    ],
  },
];

/** One step type: what it does, its parameters, an example, and when it fails. */
export function stepSection(type: StepType): Section {
  const { explanation, example, sequence }: StepGuide = stepGuide[type];
  const fails = stepFailures[type];
  const parameters = ownParameterDocs(type);
  const table: Block = {
    kind: "table",
    head: ["parameter", "required", "may be", "value", "default", "meaning"],
    rows: parameters.map(({ name, required, forms, value, standard, meaning }) => [
      `\`${name}\``,
      required ? "yes" : "no",
      forms.map((form) => `\`${form}\``).join(", "),
      value,
      standard,
      meaning,
    ]),
  };
  const blocks: Block[] = [
    text(explanation),
    parameters.length > 0 ? table : text("It has only the parameters that all steps have."),
    json(`An example of ${type}`, example),
    ...(sequence ? [text(sequence.explanation), json(sequence.explanation, sequence.steps)] : []),
    ...(fails ? [text(`**Fails if**: ${fails}`)] : []),
  ];
  return { id: type, title: type, level: 3, blocks };
}

/** The whole documentation of templates, in order. */
export function templateGuide(): Section[] {
  return [
    ...guide,
    {
      ...{ id: "steps", title: "Steps", level: 2 },
      blocks: [
        text(
          "Unless a step says otherwise, it waits until its element is there and usable, and fails with ERROR_STEP_FAILED when",
          `its time is over: ${defaultTimeout.step} s, or its own \`timeout\`.`,
        ),
        text(
          "The column `may be` lists the forms of a parameter (see **Parameters and variables**): `permanent`, `variable`, `text`, `secret`, `totp`. It is",
          "empty where the value stands for itself, as nested steps do. Two parameters are the same for all steps, and are in a step's",
          "table only where they mean something else:",
        ),
        list(
          `\`"timeout": {"permanent": 10}\`: the seconds after which the step has failed, above 0 and at most 3,600. Without it: ${defaultTimeout.step}, or ${defaultTimeout.optional} for an optional step.`,
          '`"optional": true`: if the step fails, that is noted, and the task continues. `WAIT_FOR_VARIABLE_VALUE` cannot have it.',
        ),
      ],
    },
    ...stepTypes.map(stepSection),
  ];
}
