import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { claimDeliveries, type Delivery } from "@gatepost/domain/notifications/claim-deliveries";
import { recordDelivery } from "@gatepost/domain/notifications/outbox";
import type { WorkerContext } from "@gatepost/domain/platform/context";
import { type EgressPolicy, websiteProblem } from "@gatepost/domain/platform/egress";
import { log, logFault } from "@gatepost/domain/platform/log";
import { observe } from "@gatepost/domain/platform/observations";
import type { Signal } from "@gatepost/domain/platform/signal";
import { repeat } from "@gatepost/domain/platform/unavailable";
import { eventBody } from "@gatepost/presenters/event-body";
import { callbackBody } from "@gatepost/presenters/task-result";
import { Webhook } from "standardwebhooks";
import { bare } from "../egress/proxy-requests.ts";
import { only, type Resolve } from "../egress/resolve.ts";

/** Callbacks that one worker sends at once. Few, because each holds its task's pictures in memory. */
const atOnce = 16;

/**
 * Delivers callbacks and events that are due as places become free, and records the outcome of each attempt, until the signal is
 * aborted; then resolves when those under way have ended. Never rejects.
 */
export async function deliverCallbacks(
  worker: () => WorkerContext | undefined,
  resolve: Resolve,
  wake: Signal,
  signal: AbortSignal,
): Promise<void> {
  const underWay = new Map<Delivery, Promise<void>>();
  const round = async () => {
    const ctx = worker();
    const input = { limit: atOnce - underWay.size, underWay: [...underWay.keys()].map(({ accountId }) => accountId) };
    const due = ctx && input.limit > 0 ? await claimDeliveries({ ctx, input }) : [];
    for (const delivery of due) {
      // If the outcome could not be recorded, any worker tries it again.
      const delivering = deliver(ctx as WorkerContext, delivery, resolve).catch(() => {});
      underWay.set(
        delivery,
        delivering.then(() => {
          underWay.delete(delivery);
          wake.notify();
        }),
      );
    }
    if (due.length === 0) await wake.wait(signal);
    return 0;
  };
  await repeat(round, { signal, onFault: (error) => logFault("callbacks not claimed", error) });
  await Promise.all(underWay.values());
}

async function deliver(ctx: WorkerContext, delivery: Delivery, resolve: Resolve): Promise<void> {
  const { taskId, attempt, kind } = delivery;
  const isCallback = delivery.kind === "callback";
  const body = isCallback ? callbackBody(delivery) : eventBody(delivery);
  const began = performance.now();
  const posted = await postCallback({ ...delivery, body, reads: !isCallback }, ctx.settings.egress, resolve);
  const { problem, status, excerpt } = posted;
  const duration = Math.round(performance.now() - began);
  if (isCallback) observe("delivery", { delivered: problem === null });
  const response = !isCallback && { response: { status, duration, excerpt: shownExcerpt(excerpt) } };
  await recordDelivery({ ctx, input: { delivery, problem, ...response } });
  log(kind, { taskId, attempt, ...(problem && { problem }) });
}

const answerMs = 15_000;

/** What people read of an error of the connection, by Node.js's code. */
const connectionProblems: Record<string, string> = {
  ENOTFOUND: "its host name was not found",
  ECONNREFUSED: "its host refused the connection",
  ECONNRESET: "its host cut the connection",
  ABORT_ERR: `there was no response within ${answerMs / 1_000} s`,
};

type Callback = Pick<Delivery, "url" | "accountId" | "messageId" | "secrets"> & {
  body: unknown;
  /** Whether the beginning of the response is read too. */
  reads: boolean;
};

interface Posted {
  /** What went wrong, in a few words, without anything of the response; null after a 2xx response. */
  problem: string | null;
  /** Null without a response. */
  status: number | null;
  excerpt: string;
}

/** Bytes of a response that are read. */
const excerptBytes = 1_024;

/**
 * Posts a callback or an event, signed, to its address. Every address that the name resolves to is checked against the egress
 * policy, and the connection goes to a checked address. Redirects are not followed.
 */
export async function postCallback(
  { url, body, accountId, messageId, secrets, reads }: Callback,
  egress: EgressPolicy,
  resolve: Resolve,
): Promise<Posted> {
  const failed = (problem: string) => ({ problem, status: null, excerpt: "" });
  const problem = websiteProblem(url, egress);
  if (problem) return failed(`its address ${problem}`);
  if (secrets.length === 0) return failed("its signing secret cannot be decrypted; roll it to send again");
  const target = new URL(url);
  const host = bare(target.hostname);
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  try {
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host, accountId);
    const allowed = found.filter(({ address }) => egress.allows({ address, port, host: target.hostname }));
    if (allowed.length < found.length) return failed("its host is on a network that Gatepost blocks");
    const text = JSON.stringify(body);
    const answer = await post(target, text, signatureHeaders(messageId, text, secrets), only(allowed), reads);
    return { ...answer, problem: answer.status >= 200 && answer.status < 300 ? null : `HTTP ${answer.status}` };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(connectionProblems[code ?? ""] ?? code ?? message.slice(0, 100));
  }
}

async function post(
  url: URL,
  body: string,
  signature: Record<string, string>,
  lookupChecked: LookupFunction,
  reads: boolean,
): Promise<{ status: number; excerpt: string }> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const call = request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "user-agent": "Gatepost",
      ...signature,
    },
    // A pooled connection could belong to another name's address.
    agent: false,
    lookup: lookupChecked,
    signal: AbortSignal.timeout(answerMs),
  });
  call.on("error", () => {});
  call.end(body);
  // Node.js reports a response that changes the protocol (101) by nothing else.
  const closed = once(call, "close").then(() => {
    throw new Error("the connection was closed without a response");
  });
  const [answer] = (await Promise.race([once(call, "response"), closed])) as [IncomingMessage];
  let excerpt = Buffer.alloc(0);
  try {
    if (reads)
      for await (const part of answer) {
        excerpt = Buffer.concat([excerpt, part]);
        if (excerpt.length >= excerptBytes) break;
      }
  } catch {
    // A response that is not sent to its end counts by its status.
  }
  // No more of it is read, and its sender cannot keep the connection open.
  answer.destroy();
  return { status: answer.statusCode ?? 0, excerpt: excerpt.subarray(0, excerptBytes).toString("utf8") };
}

/**
 * The headers of the Standard Webhooks scheme: the message's id, the time of this attempt, and a signature of both and the
 * body for each secret, so that a receiver can verify the message with any of them.
 */
function signatureHeaders(messageId: string, body: string, secrets: readonly string[], now = new Date()) {
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(messageId, now, body)).join(" "),
  };
}

/**
 * An excerpt of a response as it is stored: without the answer link, which an endpoint may repeat as it was sent, in JSON with
 * escaped slashes, or encoded for a URL.
 */
export function shownExcerpt(excerpt: string): string {
  return excerpt
    .replace(/(answer(?:\\*\/|\\+u002f|%(?:25)*2f|&#(?:x2f|47);))[\w-]*/gi, "$1…")
    .replace(/[^\P{C}\n\t]/gu, "\uFFFD");
}
