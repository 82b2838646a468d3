import type { Question } from "@gatepost/domain/answer/get-question";
import type { StepPicture } from "@gatepost/domain/task/get-step-picture";
import { answerField, waitField } from "./answer-field.ts";
import { answerPage } from "./answer-page.ts";
import { type Html, html } from "./html.ts";

export interface Asked {
  question: Question;
  /** Who asks: the account, the template and the website's host. */
  requester: string;
  /** Whether the link can still give the wait more time. */
  extendable: boolean;
  /** Bytes of a file as the answer. */
  maxFile: number;
  /** What was wrong with the last action. */
  problem?: string | undefined;
  /** What the page showed, if a browser without a script asked for it. */
  picture?: StepPicture | null | undefined;
}

/** What a person is asked, with one field, one button and the time left. */
export function questionPage({ question, requester, extendable, maxFile, problem, picture }: Asked): Response {
  const { id, name, prompt, attempt, refused, expiresAt, kind } = question;
  const seconds = Math.max(0, Math.round(expiresAt - Date.now() / 1_000));
  const title = prompt || `Enter ${name}`;
  const encoding = kind === "file" ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const shown = html`<input type="hidden" name="${waitField}" value="${id}">`;
  const body = html`<p class="who">${requester} asks:</p>
<h1>${title}</h1>
${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
${attempt > 1 && html`<p class="refused">Attempt ${attempt}: the site ${refused ? "refused the last answer" : "asks again"}.</p>`}
${picture ? html`<div class="page">${pictureOf(`data:${picture.mediaType};base64,${picture.base64}`)}</div>` : html`<div class="page" data-picture><form method="post"><button class="plain" name="do" value="picture">Show the page that asks</button></form></div><template id="picture">${pictureOf("")}</template>`}
<form method="post" enctype="${encoding}"><input type="hidden" name="do" value="answer">${shown}${answerField(question, maxFile)}</form>
<p class="left"><span data-until="${seconds}">${minutes(seconds)} left</span></p>
${extendable && html`<form method="post">${shown}<button class="plain" name="do" value="extend">I need 10 more minutes</button></form>`}
<details><summary>Decline to answer</summary>
<form method="post"><input type="hidden" name="do" value="decline">${shown}
<label for="reason">Reason</label><input id="reason" name="reason" maxlength="500" required pattern=".*\\S.*" title="Give a reason.">
<p class="hint">The task ends, and whoever started it sees the reason.</p>
<button class="danger">Decline and end the task</button></form></details>`;
  return answerPage(title, body, problem === undefined ? 200 : 422);
}

/** The picture as wide as the page, cut to a part of the screen; whole and in its own size once it is opened. */
function pictureOf(source: string): Html {
  return html`<details><summary><span class="frame"><img alt="The page that asks" src="${source}"></span><span class="closed">Show it larger</span><span class="open">Show it smaller</span></summary></details>`;
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `About ${Math.round(seconds / 60)} minutes`;
}
