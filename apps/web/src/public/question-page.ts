import { isPasswordName } from "@gatepost/contract/limits";
import type { Wait } from "@gatepost/contract/running-task";
import type { StepPicture } from "@gatepost/domain/tasks/get-task";
import type { Question } from "@gatepost/domain/waits/answer-links";
import { type Html, html } from "@gatepost/presenters/html";
import { helpWords } from "../components/task-labels.tsx";
import { answerPage } from "./link-page.ts";

interface Asked {
  question: Question;
  /** Who asks: the account, the template and the website's host. */
  requester: Html;
  /** Whether the link can still give the wait more time. */
  extendable: boolean;
  /** Bytes of a file as the answer. */
  maxFile: number;
  /** The address of the live page, for a link that shows it. */
  live?: string | undefined;
  /** What was wrong with the last action. */
  problem?: string | undefined;
  /** What was in the field when the last action was sent. */
  entered?: string | undefined;
  /** What the page showed, if a browser without a script asked for it. */
  picture?: StepPicture | null | undefined;
}

/** What a person is asked, with one field, one button and the time left. */
export function questionPage(asked: Asked): Response {
  const { question, requester, extendable, maxFile, live, problem, entered, picture } = asked;
  const { id, name, prompt, attempt, refused, expiresAt, kind } = question;
  const seconds = Math.max(0, Math.round(expiresAt - Date.now() / 1_000));
  const title = prompt || `Enter ${name}`;
  const encoding = kind === "file" ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const shown = html`<input type="hidden" name="${waitField}" value="${id}">`;
  const left = html`<p class="left"><span data-until="${seconds}">${minutes(seconds)} left</span></p>`;
  const more =
    extendable &&
    html`<button class="plain" name="${moreField}" value="yes" formnovalidate formenctype="application/x-www-form-urlencoded">I need 10 more minutes</button>`;
  return answerPage(title, problem === undefined ? 200 : 422)`<p class="who">${requester} asks:</p>
<h1 dir="auto"${title.length > longTitle && html` class="long"`}>${title}</h1>
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
${attempt > 1 && html`<p class="refused">Attempt ${attempt}: the site ${refused ? "refused the last answer" : "asks again"}.</p>`}
${picture ? html`<div class="page">${pictureOf(`data:${picture.mediaType};base64,${picture.base64}`)}</div>` : html`<div class="page" data-picture><form method="post"><button class="plain" name="do" value="picture">Show the page that asks</button></form></div><template id="picture">${pictureOf("")}</template>`}
${live !== undefined && html`<form class="live" data-live action="${live}"><button${kind !== "live" && html` class="plain"`}>Show the live page</button></form>`}
<form method="post" enctype="${encoding}"><input type="hidden" name="do" value="answer">${shown}${answerField(question, { maxFile, isLive: live !== undefined, entered })}
${left}${more}</form>
<details><summary>Decline to answer</summary>
<form method="post"><input type="hidden" name="do" value="decline">${shown}
<label for="reason">Reason</label><input id="reason" name="reason" maxlength="500" required pattern=".*\\S.*" title="Give a reason.">
<p class="hint">The task ends, and the person who started it sees the reason.</p>
<button class="danger">Decline and end the task</button></form></details>`;
}

/** Characters of a question beyond which it is set smaller, so that its field stays in sight. */
const longTitle = 120;

/** The picture as wide as the page, cut to a part of the screen; whole and in its own size once it is opened. */
function pictureOf(source: string): Html {
  return html`<details><summary><span class="frame"><img alt="The page that asks" src="${source}"></span><span class="closed">Show it larger</span><span class="open">Show it smaller</span></summary></details>`;
}

const minutes = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `About ${Math.round(seconds / 60)} minutes`;

const valueField = "value";

/** The name of the hidden field that says which wait the form is for. */
const waitField = "wait";

/** The name of the button that asks for more time. It sends what is in the field too, so that this stays. */
const moreField = "more";

// The same words as of the portal's field (push-form.tsx), whatever kind of value it is.
const label = html`<label for="value">Answer</label>`;
const send = html`<button>Send answer</button>`;

/**
 * The field for a value of the wait's kind, with the keyboard that suits it, and the button that sends it. `maxFile`: bytes of a
 * file; `isLive`: the page offers the live page above it; `entered`: what was in the field before.
 */
function answerField(
  { name, kind, options = [], pattern }: Wait,
  { maxFile, isLive, entered }: { maxFile: number; isLive: boolean; entered: string | undefined },
): Html {
  switch (kind) {
    case "choice":
      return html`<fieldset><legend>Choose one</legend>${options.map(
        (option) =>
          html`<label class="choice"><input type="radio" name="${valueField}" value="${option}" required${option === entered && html` checked`}> ${option}</label>`,
      )}</fieldset>${send}`;
    case "yes_no":
      return html`<div class="both"><button name="${valueField}" value="yes">Yes</button><button class="plain" name="${valueField}" value="no">No</button></div>`;
    case "live":
      return html`<button${isLive && html` class="plain"`} name="${valueField}" value="true">Done</button>`;
    case "help":
      return html`${options.map(
        (option, index) =>
          html`<button${index > 0 && html` class="plain"`} name="${valueField}" value="${option}">${helpWords[option] ?? option}</button>`,
      )}`;
    case "number":
      return html`${label}<input id="value" name="${valueField}" value="${entered}" inputmode="decimal" autocomplete="off" required autofocus>${send}`;
    case "file":
      return html`${label}<input id="value" name="${valueField}" type="file" required><p class="hint">At most ${Math.floor(maxFile / 1024).toLocaleString("en")} KB.</p>${send}`;
    case "code":
      return codeField(pattern, entered);
    default:
      // Templates that name no kind mostly wait for codes.
      return looksLikeCode(name, pattern)
        ? codeField(pattern, entered)
        : html`${label}<input id="value" name="${valueField}"${isPasswordName(name) ? html` type="password"` : html` value="${entered}"`} autocomplete="off" required autofocus>${send}`;
  }
}

function codeField(pattern: string | undefined, entered: string | undefined): Html {
  const keyboard = pattern !== undefined && isNumeric(pattern) ? "numeric" : "text";
  return html`${label}<input id="value" class="code" name="${valueField}" inputmode="${keyboard}" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" value="${entered}" required autofocus>${send}`;
}

/** Whether a pattern only allows digits, spaces and dashes. */
const isNumeric = (pattern: string): boolean =>
  /^\^?(?:(?:\\d|\[0-9\]|[0-9]|[ -])(?:\{\d+(?:,\d*)?\}|[+*?])?)+\$?$/.test(pattern);

const looksLikeCode = (name: string, pattern: string | undefined): boolean =>
  (pattern !== undefined && isNumeric(pattern)) || /code|2fa|otp|pin\b/i.test(name);

/** What a person does on an answer page. `wait` names the wait whose question the page shows. */
type AnswerAction =
  | { kind: "answer"; wait: string; entered: string }
  | { kind: "decline"; wait: string; reason: string }
  | { kind: "extend"; wait: string; entered: string }
  | { kind: "picture" };

/** Reads the form of an answer page; undefined if it is none. A file is read as JSON: {name, type, base64}. */
export async function readAction(request: Request): Promise<AnswerAction | undefined> {
  const form = await request.formData().catch(() => undefined);
  const wait = String(form?.get(waitField) ?? "");
  switch (form?.get("do")) {
    case "answer": {
      const value = form.get(valueField) ?? "";
      if (form.has(moreField)) return { kind: "extend", wait, entered: typeof value === "string" ? value : "" };
      if (!form.has(valueField)) return undefined;
      return { kind: "answer", wait, entered: typeof value === "string" ? value : await fileText(value) };
    }
    case "decline":
      return { kind: "decline", wait, reason: String(form.get("reason") ?? "") };
    case "picture":
      return { kind: "picture" };
    default:
      return undefined;
  }
}

async function fileText(file: File): Promise<string> {
  const base64 = Buffer.from(await file.arrayBuffer()).toString("base64");
  return JSON.stringify({ name: file.name, type: file.type || "application/octet-stream", base64 });
}
