import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "@gatepost/domain/platform/context";
import { isDomainError, isInvalidProperty } from "@gatepost/domain/platform/errors";
import { enteredValue } from "@gatepost/domain/templates/value-form";
import { getQuestion, getWaitPicture, openAnswerLink } from "@gatepost/domain/waits/answer-links";
import { declineVariable, extendWait, pushVariable } from "@gatepost/domain/waits/answer-wait";
import { changedQuestionText } from "@gatepost/domain/waits/supply-variables";
import { html } from "@gatepost/presenters/html";
import { answerFileBytes, checkLimits } from "../http/body-limits.ts";
import { accepted, declined, noSuchLink, nothingToAnswer } from "./link-messages.ts";
import { answerHeaders } from "./link-page.ts";
import { questionPage, readAction } from "./question-page.ts";

/** Seconds by which a link gives a wait more time. */
const moreSeconds = 600;

type OpenedLink = NonNullable<Awaited<ReturnType<typeof open>>>;

/** The page of an answer link. Changes nothing, and shows no picture: link previews fetch it too. */
export async function showAnswerPage(app: AppContext, token: string): Promise<Response> {
  const opened = await open(app, token);
  if (!opened) return noSuchLink();
  return show(opened);
}

/** Does what a person confirmed on the page by a button. */
export async function actOnAnswerPage(app: AppContext, token: string, request: Request): Promise<Response> {
  const opened = await open(app, token);
  if (!opened) return noSuchLink();
  const action = await readAction(request);
  const { ctx, question, requester } = opened;
  if (!question || !action) return show(opened);
  if (action.kind === "picture") return picture(opened, request);
  if (action.wait !== question.id) return show(opened, { problem: changedQuestionText });
  const { taskId, name } = ctx.actor;
  try {
    switch (action.kind) {
      case "answer": {
        const input = { taskId, name, value: enteredValue(question.kind, action.entered) };
        checkLimits("pushAntiGateVariable", input, { size: Buffer.byteLength(action.entered), settings: ctx.settings });
        await pushVariable({ ctx, input: { ...input, wait: question.id } });
        return accepted(requester);
      }
      case "decline":
        await declineVariable({ ctx, input: { taskId, name, reason: action.reason } });
        return declined();
      case "extend":
        await extendWait({ ctx, input: { taskId, name, seconds: moreSeconds, added: true } });
        return await showAfter(app, token, { entered: action.entered });
    }
  } catch (error) {
    if (!isDomainError(error) || error.code === "ERROR_SERVICE_UNAVAILABLE") throw error;
    const entered = action.kind === "decline" || question.kind === "file" ? undefined : action.entered;
    return showAfter(app, token, { problem: isInvalidProperty(error) ? error.sentence : error.message, entered });
  }
}

/** A working link with what is asked at the moment, and the address of the live page, if the link shows it. */
async function open(app: AppContext, token: string) {
  const link = await openAnswerLink({ app, token });
  if (!link) return null;
  const ctx = { ...app, actor: link.actor };
  try {
    const requester = html`${link.email} · <bdi>${link.templateName}</bdi> · ${link.host}`;
    const question = await getQuestion({ ctx });
    const live = link.actor.live && question?.live ? `/live/${token}` : undefined;
    return { ctx, requester, extensions: link.extensions, question, live };
  } catch (error) {
    // The task has ended meanwhile.
    if (isDomainError(error)) return null;
    throw error;
  }
}

type Shown = Pick<Parameters<typeof questionPage>[0], "problem" | "entered" | "picture">;

function show(opened: OpenedLink, shown: Shown = {}): Response {
  const { ctx, requester, extensions, question, live } = opened;
  if (!question) return nothingToAnswer(requester);
  const maxFile = answerFileBytes(ctx.settings);
  return questionPage({ requester, question, extendable: extensions > 0, maxFile, live, ...shown });
}

/** The page after an action, with what was wrong with it and what was in the field. */
async function showAfter(app: AppContext, token: string, shown: Shown): Promise<Response> {
  const opened = await open(app, token);
  return opened ? show(opened, shown) : noSuchLink();
}

/** The picture alone for the page's script, and in the page for a browser without one. */
async function picture(opened: OpenedLink, request: Request) {
  const { ctx } = opened;
  if (request.headers.get("accept")?.includes("text/html")) {
    const picture = await awaitPicture(ctx);
    const problem = picture ? undefined : "There is no screenshot of the page yet. Try again in a moment.";
    return show(opened, { problem, picture });
  }
  const found = await getWaitPicture({ ctx });
  if (!found) return new Response(null, { status: 204, headers: answerHeaders });
  const headers = { ...answerHeaders, "content-type": found.mediaType };
  return new Response(Buffer.from(found.base64, "base64"), { headers });
}

/** The picture, which is taken shortly after a wait has opened; null if it is not there within three seconds. */
async function awaitPicture(ctx: OpenedLink["ctx"]): ReturnType<typeof getWaitPicture> {
  for (let left = 10; left > 0; left--) {
    const found = await getWaitPicture({ ctx });
    if (found) return found;
    await sleep(300);
  }
  return null;
}
