import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
  CallToolResult,
  ElicitRequest,
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Gatepost, GatepostError, type Processing, type Wait } from "gatepost";
import { canElicit, type Elicits, elicitationId, elicitationKey, formField, takeElicited } from "./elicitation.ts";
import { failedContent, processingContent, readyContent } from "./task-content.ts";

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

interface Following {
  gatepost: Gatepost;
  taskId: number;
  elicits: Elicits;
  extra: Extra;
  /** Tells the client that what it opened a link for is over. */
  complete: (elicitationId: string) => void;
  /** Aborted when the process that serves the call stops: the call then ends with how the task stands. */
  ending: AbortSignal;
  /** The version of the result that the agent has, with links for what the task waits for in it. */
  sinceVersion?: string | undefined;
}

/** How old the reported progress may get. Each report also tells the client that the call is alive. */
const progressSeconds = 5;

/** Milliseconds for which a person may be asked: the wait ends it. */
const elicitationMs = 2 ** 31 - 1;

/**
 * Follows a task to its end, and asks the client's user for what it waits for. If the client cannot ask, it returns the wait with a
 * link by which a person answers, once for each version.
 */
export async function followTask(following: Following): Promise<CallToolResult> {
  const { gatepost, taskId, elicits, extra, ending, sinceVersion } = following;
  const given = new AbortController();
  let last: Processing | undefined;
  const report = progressOf(extra);
  try {
    const ready = await gatepost.watch(taskId, {
      signal: AbortSignal.any([given.signal, ending, extra.signal]),
      waitSeconds: progressSeconds,
      onProgress(result) {
        last = result;
        report(result);
        const isNews = result.version !== sinceVersion;
        if (isNews && !result.waiting.every((wait) => canElicit(elicits, wait))) given.abort();
      },
      onWait: (wait, { version, signal }) => askUser({ ...following, wait, version, signal }),
    });
    return readyContent(taskId, ready);
  } catch (error) {
    if (!extra.signal.aborted && (given.signal.aborted || ending.aborted) && last)
      return waitingContent(gatepost, taskId, last, sinceVersion);
    if (error instanceof GatepostError && error.taskId === taskId) return failedContent(error, taskId);
    throw error;
  }
}

/** A task that has not ended, with a link for each wait, unless the agent has them already. */
export async function waitingContent(
  gatepost: Gatepost,
  taskId: number,
  result: Processing,
  sinceVersion: string | undefined,
): Promise<CallToolResult> {
  if (result.version === sinceVersion) return processingContent(taskId, result);
  const links = result.waiting.map(async (wait) => {
    const link = openLink(gatepost, taskId, wait).then((answerUrl) => ({ answerUrl }));
    // Such as that the key may change nothing, or that the task has ended meanwhile.
    return { ...wait, ...(await link.catch(whyNoLink)) };
  });
  return processingContent(taskId, result, await Promise.all(links));
}

function whyNoLink(error: unknown) {
  if (error instanceof GatepostError) return { answerUrlRefused: error.errorDescription };
  throw error;
}

/** A link by which a person answers, with the live page where the answer is given there. */
async function openLink(gatepost: Gatepost, taskId: number, { name, kind }: Wait): Promise<string> {
  const live = kind === "live" || kind === "help";
  return (await gatepost.createAnswerLink({ taskId, name, ...(live && { live }) })).url;
}

interface Asking extends Following {
  wait: Wait;
  /** Of the result that has the wait. */
  version: string;
  /** Aborted when the wait is over. */
  signal: AbortSignal;
}

/** Asks until the value is accepted, declined, or left to a link. It never returns a value: `takeElicited` has pushed it. */
async function askUser(asking: Asking): Promise<undefined> {
  const { gatepost, taskId, elicits, extra, complete, wait, version, signal } = asking;
  if (!canElicit(elicits, wait)) return;
  const { name, prompt, refused } = wait;
  const field = elicits.form ? formField(wait) : undefined;
  const id = elicitationId({ taskId, version, name });
  if (!field) signal.addEventListener("abort", () => complete(id), { once: true });
  let refusal = refused ? "The site refused the previous value." : undefined;
  do {
    const question = prompt || `Task ${taskId} waits for the value of ${name}.`;
    const shown = { _meta: { [elicitationKey]: id }, message: refusal ? `${refusal} ${question}` : question };
    const params: ElicitRequest["params"] = field
      ? {
          ...shown,
          mode: "form",
          requestedSchema: { type: "object", properties: { value: { title: name, ...field } }, required: ["value"] },
        }
      : { ...shown, mode: "url", url: await openLink(gatepost, taskId, wait), elicitationId: id };
    const answer = await extra
      .sendRequest({ method: "elicitation/create", params }, ElicitResultSchema, { signal, timeout: elicitationMs })
      .catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
    refusal = answer && (await takeElicited(gatepost, { taskId, name, version }, answer));
  } while (refusal !== undefined);
}

/** Reports steps to a client that asked for it. MCP wants numbers that rise, so a step that lasts rises towards the next one. */
function progressOf({ _meta, sendNotification }: Extra): (result: Processing) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let [reached, reports] = [0, 0];
  return ({ progress: { step, of, type }, waiting }) => {
    if (step > reached) [reached, reports] = [step, 0];
    const progress = reached + reports / (reports + 1);
    reports += 1;
    const doing = step === 0 ? "queued" : `step ${step} of ${of}, ${type}`;
    const message = waiting.length > 0 ? `waits for ${waiting.map(({ name }) => name).join(", ")}` : doing;
    const params = { progressToken, progress, total: of, message };
    sendNotification({ method: "notifications/progress", params }).catch(() => {});
  };
}
