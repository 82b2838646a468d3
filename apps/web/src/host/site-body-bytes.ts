import type { IncomingMessage } from "node:http";
import { limits } from "@gatepost/contract/limits";
import { openAnswerLink } from "@gatepost/domain/answer/open-answer-link";
import { answerFileBytes } from "../answer/answer-file-bytes.ts";
import { addressHeader } from "../server/caller-address.ts";
import { addressCaller } from "../server/rate-limit.ts";
import type { ApiDependencies } from "../server/receive-call.ts";

/** What the form of an answer page has around the file. */
const formBytes = 16 * 1024;

/** The bytes that a body for Next.js may have. A form with a large file is taken only for an answer link that works. */
export async function siteBodyBytes(
  { method, url = "", headers }: IncomingMessage,
  { app, limiter }: Pick<ApiDependencies, "app" | "limiter">,
): Promise<number> {
  if (url.startsWith("/inbound/")) return limits.inboundBytes;
  const [, token] = /^\/answer\/([^/?]+)\/?(?:\?|$)/.exec(url) ?? [];
  const isLarge = Number(headers["content-length"]) > limits.bodyBytes;
  if (method !== "POST" || token === undefined || !isLarge) return limits.bodyBytes;
  if ((await limiter.take(addressCaller(String(headers[addressHeader])))) > 0) return limits.bodyBytes;
  return (await openAnswerLink({ app, token })) ? answerFileBytes(app.settings) + formBytes : limits.bodyBytes;
}
