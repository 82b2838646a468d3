import { demoSitePort } from "../first-task.ts";
import { json, type Section, shell, text } from "./blocks.ts";

/** The demo site of `npm start`. */
export const site = `http://127.0.0.1:${demoSitePort}`;

/** The template of the first five minutes. A test saves and runs it. */
export const firstTemplate = {
  name: "Echo a word",
  description: "Waits for a word, types it into a form, and reads what the page received.",
  steps: [
    {
      type: "WAIT_FOR_VARIABLE_VALUE",
      name: "word",
      prompt: "Which word?",
      pattern: "[a-z]+",
    },
    { type: "FILL_INPUT", selector: "#value", value: { variable: "word" } },
    { type: "PRESS_KEY", key: "Enter" },
    { type: "WAIT_FOR_ELEMENT", selector: "#received-value" },
    { type: "READ_TEXT", selector: "#received-value", as: "received" },
  ],
};

export const gettingStarted: Section = {
  id: "first",
  title: "A first template in five minutes",
  level: 2,
  blocks: [
    text(
      "A template is a named list of steps that run in a browser, one after another. With `npm start`, the demo site is at",
      `\`${site}\`. This template types a word into its page \`/echo\`, but only once somebody has said which word.`,
      "Save it as `echo.json`:",
    ),
    json("echo.json", firstTemplate),
    text(
      "Then check it, save it, run it, and follow the task, which asks for the word in the terminal. `GATEPOST_KEY` must",
      "hold a key with the right to save templates, such as the one that `npm start` prints.",
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
      "`gatepost template try echo.json` with `--url` and `--var`, `--json-var` or `--wait` runs the file without saving it.",
      "The result has the word under `solution.texts.received`. Without the command line, the methods `saveTemplate`,",
      "`createTask`, `pushAntiGateVariable` and `getTaskResult` do the same.",
    ),
  ],
};

export const fromRecording: Section = {
  id: "recording",
  title: "A template from a recording",
  level: 2,
  blocks: [
    text(
      "Chrome records what you do on a site: in its DevTools, open **Recorder**, record, and export the recording as a JSON",
      "file. Each text that you typed becomes a variable, passwords too; what you typed is not kept. A file that you chose",
      "becomes a variable that holds `{name, type, base64}`. `--late` names the variables whose value comes later. A dry run",
      "shows the template before it is saved:",
    ),
    shell(
      "Make a template of a recording",
      [
        'npm run -s gatepost -- template save recording.json --recording "My sign-in" --late code --dry-run',
        'npm run -s gatepost -- template save recording.json --recording "My sign-in" --late code',
      ].join("\n"),
    ),
    text(
      "Of the selectors that the recording offers for an element, the most stable one is used: an attribute made for tests, an id",
      "or a name, a role or a text, and only then a place in the document. Warnings name what was left out. Add a step at the",
      "end that waits for what only success shows.",
    ),
  ],
};

export const builtInTemplates: Section = {
  id: "built-in",
  title: "Built-in templates",
  level: 2,
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
};
