import { isUnavailable } from "@gatepost/domain/platform/unavailable";
import { openAddress } from "@gatepost/domain/waits/inbound-address";
import { receiveMessage } from "@gatepost/domain/waits/inbound-messages";
import type { Container } from "../container.ts";
import { logFault } from "../http/answer.ts";
import { callerAddress } from "../http/caller-address.ts";
import { addressCaller } from "../http/rate-limit.ts";
import { readMessage } from "./read-message.ts";

type Dependencies = Pick<Container, "app" | "limiter" | "inboundLimiter" | "inbound">;

/**
 * Receives what an SMS gateway or a mail forwarder posts. The response is 204 whatever was posted to whatever token, so that
 * nothing can be probed; and 503, for every token, while messages cannot be stored, because gateways post again then.
 */
export async function receiveInbound(parts: Dependencies, token: string, request: Request): Promise<Response> {
  try {
    await receive(parts, token, request);
  } catch (error) {
    if (!isUnavailable(error)) logFault("inbound message not received", error);
    return new Response(null, { status: 503, headers: { "retry-after": "2" } });
  }
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}

async function receive({ app, limiter, inboundLimiter, inbound }: Dependencies, token: string, request: Request) {
  const address = callerAddress((name) => request.headers.get(name));
  if ((await limiter.take(addressCaller(address))) > 0) return;
  const bytes = await request.bytes();
  const accountId = await openAddress({ app, token });
  if (accountId === null || (await inboundLimiter.take(`inbound ${accountId}`)) > 0) return;
  const type = request.headers.get("content-type") ?? "";
  const message = await readMessage(bytes, type);
  if (message.text === "") return;
  const body = Buffer.from(bytes).toString("base64");
  const { stored } = await receiveMessage(app, { accountId, ...message, body });
  if (stored) inbound.notify();
}
