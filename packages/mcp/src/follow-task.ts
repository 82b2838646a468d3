import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { CallToolResult, ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Gatepost, GatepostError, type Processing, type Wait } from "gatepost";
import { canElicit, type Elicits, elicitationOf, takeElicited } from "./elicitation.ts";
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
}

/** How old the reported progress may get. Each report also tells the client that the call is alive. */
const progressSeconds = 5;

/** Milliseconds for which a person may be asked: the wait ends it. */
const elicitationMs = 2 ** 31 - 1;

/**
 * Follows a task to its end, and asks the client's user for what it waits for. If the client cannot ask, it returns the wait with a
 * link by which a person answers.
 */
export async function followTask(following: Following): Promise<CallToolResult> {
  const { gatepost, taskId, elicits, extra, ending } = following;
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
        if (!result.waiting.every((wait) => canElicit(elicits, wait))) given.abort();
      },
      onWait: (wait, { signal }) => askUser({ ...following, wait, version: last?.version ?? "", signal }),
    });
    return readyContent(taskId, ready);
  } catch (error) {
    if (!extra.signal.aborted && (given.signal.aborted || ending.aborted) && last)
      return processingContent(taskId, last, await openLinks(gatepost, taskId, last.waiting));
    if (error instanceof GatepostError && error.taskId === taskId) return failedContent(error, taskId);
    throw error;
  }
}

async function openLinks(gatepost: Gatepost, taskId: number, waiting: Wait[]): Promise<Map<string, string>> {
  const links = waiting.map(async (wait) => [wait.name, await openLink(gatepost, taskId, wait)] as const);
  return new Map(await Promise.all(links));
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
async function askUser({
  gatepost,
  taskId,
  elicits,
  extra,
  complete,
  wait,
  version,
  signal,
}: Asking): Promise<undefined> {
  if (!canElicit(elicits, wait)) return;
  let refusal: string | undefined;
  do {
    const openLinkOfWait = () => openLink(gatepost, taskId, wait);
    const params = await elicitationOf(wait, { taskId, version, elicits, refusal, openLink: openLinkOfWait });
    if (params.mode === "url") signal.addEventListener("abort", () => complete(params.elicitationId), { once: true });
    const answer = await extra
      .sendRequest({ method: "elicitation/create", params }, ElicitResultSchema, { signal, timeout: elicitationMs })
      .catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
    refusal = answer && (await takeElicited(gatepost, { taskId, wait }, answer));
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
