import { list, type Section } from "./blocks.ts";

export const problems: Section = {
  ...{ id: "problems", title: "Finding out what went wrong", level: 2 },
  blocks: [
    list(
      "**Before it is saved**: `npx gatepost template lint file.json`, or `saveTemplate` with `dryRun: true`, reports every problem with its place, such as `steps.3.selector` (steps are counted from 1), and warns of likely mistakes.",
      "**While it runs**: the task's page in the portal and `npx gatepost task watch` show each step as it happens.",
      "**After it failed**: the error names the step and the reason. Beside it, the result has `failure` (the step's number and type, and the page's address and picture) and `partial` (the `texts` and `data` that were read before). The portal shows both; `npx gatepost task result` prints them, all of it with `--json`.",
      "**What it collected**: texts, data and files are on the task's page in the portal. `npx gatepost task result <taskId>` prints them; with `--json` it prints the whole response, and with `--save DIR` it writes files, pictures, snapshots, texts and data into a folder.",
      "**What else happened**: the error also reports a dismissed dialog; and, of the failed step or since the page was opened, an HTTP status of 400 or above, a page that was sent only in part, a download that was refused or kept, and a REPEAT_WHILE_ELEMENT that ran its steps max times. If the step's selector matched several visible elements, it says how many. So do the error of a wait without a value and that of a task whose time is over. The timeline notes these beside a step that succeeded too, except for kept downloads and repetitions. A joined text is shown with what READ_TEXT read in it, but never with the value of a variable: `{{date}}` stays.",
      "**A step that passes too early**: end the template with a `WAIT_FOR_TEXT` or `WAIT_FOR_ELEMENT` for what only success shows. Without it, a task is ready even if the site refused.",
    ),
  ],
};
