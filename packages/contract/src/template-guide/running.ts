import { browserSettings } from "../browser-settings.ts";
import { json, list, type Section, text } from "./blocks.ts";
import { site } from "./getting-started.ts";

export const taskBrowser: Section = {
  id: "browser",
  title: "The task's browser",
  level: 2,
  blocks: [
    text(
      "What the browser tells sites about itself is not part of the template: each task can set it beside its variables, in",
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
      viewport: { width: 390, height: 844 },
      locale: "pt-PT",
      timezone: "Europe/Lisbon",
      geolocation: { latitude: 38.7, longitude: -9.1 },
      httpAuth: { username: "ada", password: "love:lace" },
    }),
    text(
      "Unless the task or its template sets `engine` to `full`, the browser is Chromium's headless shell, which costs less. What a",
      "person's browser does and the shell does not:",
    ),
    list(
      "It shows no PDFs: a PDF is a download. If opening an address leads to one before anything may have been submitted, the task begins again in the full browser; otherwise the step fails and says so.",
      'A page cannot write to the clipboard with `navigator.clipboard`, so a "Copy" button may do nothing. Read the text with READ_TEXT instead.',
      "It has no pop-up blocker. Windows that a page opens without a click or a key are closed, and a page that opens more than twenty ends its task.",
      "It has no extensions, plugins (`navigator.plugins` is empty), print preview or notifications.",
      "Its user agent and client hints name HeadlessChrome. A site may refuse that: then use `full`.",
    ),
  ],
};

export const sessions: Section = {
  id: "sessions",
  title: "Sessions: signing in once",
  level: 2,
  blocks: [
    text(
      "A task begins with an empty browser. With `session` in `createTask`, or in the template, it begins with the cookies and",
      "storage that the last task of this name left. A template then signs in only where the site asks for it:",
    ),
    json("Sign in if the page has a field for it", {
      type: "IF_ELEMENT",
      selector: "#login",
      then: [
        { type: "FILL_INPUT", selector: "#login", value: { variable: "login" } },
        { type: "FILL_INPUT", selector: "#password", value: { secret: "bank password" } },
        { type: "PRESS_KEY", key: "Enter" },
      ],
    }),
    text(
      "A task that becomes ready saves its session as the browser has it then; a failed one only with `keepSession`. Tasks of one",
      "session run one after another, because each continues where the last one ended; up to 20 can be held meanwhile. A session",
      "belongs to the account and not to a template, is encrypted, and is deleted 30 days after its last use. `gatepost session list`",
      "and `gatepost session delete` manage sessions.",
    ),
  ],
};

export const problems: Section = {
  id: "problems",
  title: "Finding out what went wrong",
  level: 2,
  blocks: [
    list(
      "**Before it is saved**: `gatepost template lint file.json`, or `saveTemplate` with `dryRun: true`, reports every problem with its place, such as `steps.3.selector` (steps are counted from 1), and warns of likely mistakes.",
      "**While it runs**: the task's page in the portal and `gatepost task watch` show each step as it happens.",
      "**After it failed**: the error names the step and the reason. Beside it, the result has `failure` (the step's number and type, and the page's address and picture) and `partial` (the `texts` and `data` that were read before). The portal shows both; `gatepost task result` prints them, all of it with `--json`.",
      "**What it collected**: texts, data and files are on the task's page in the portal. `gatepost task result <taskId>` prints them; with `--json` it prints the whole response, and with `--save DIR` it writes files, pictures, snapshots, texts and data into a folder.",
      "**What else happened**: the error also reports a dismissed dialog; and, of the failed step or since the page was opened, an HTTP status of 400 or above, a page that was sent only in part, a download that was refused or kept, and a REPEAT_WHILE_ELEMENT that ran its steps max times. If the step's selector matched several visible elements, it says how many. So do the error of a wait without a value and that of a task whose time is over. The timeline notes these beside a step that succeeded too, except for kept downloads and repetitions. A joined text is shown with what READ_TEXT read in it, but never with the value of a variable: `{{date}}` stays.",
      "**A step that passes too early**: end the template with a `WAIT_FOR_TEXT` or `WAIT_FOR_ELEMENT` for what only success shows. Without it, a task is ready even if the site refused.",
    ),
  ],
};
