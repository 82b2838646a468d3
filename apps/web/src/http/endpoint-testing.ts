import type { Method } from "@gatepost/contract/method";
import { methods } from "@gatepost/contract/methods";
import { createKey } from "@gatepost/domain/accounts/keys";
import { newCaller, openTestContext } from "@gatepost/domain/platform/testing";
import { openLiveFeeds } from "../live/live-feeds.ts";
import type { Answer, Call } from "./answer.ts";
import { endpoint } from "./endpoint.ts";
import type { Handler } from "./perform-method.ts";
import { type RateLimiter, unlimited } from "./rate-limit.ts";

export type AnyHandler = Handler<Method>;

export interface Asked extends Partial<Pick<Call, "address">> {
  method?: Method;
  handler?: AnyHandler;
  headers?: Record<string, string>;
  limiter?: RateLimiter;
}

/** An account with a key on a database of its own, and a method to call whose handler the test gives. */
export async function openEndpointTest() {
  const ctx = await openTestContext();
  const live = openLiveFeeds(ctx);
  const { accountId } = (await newCaller(ctx)).actor;

  async function newKey(ofAccount: number, addresses: string[] = []): Promise<string> {
    return (await createKey({ ctx, input: { accountId: ofAccount, name: "test", addresses } })).clientKey;
  }

  async function ask(body: unknown, asked: Asked = {}): Promise<Answer & { json: Record<string, unknown> }> {
    const { method = methods.createTask, handler = async () => ({}), limiter = unlimited, headers = {} } = asked;
    const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
    const answer = await endpoint(method, handler, () => ({ app: ctx, limiter, live }))({
      address: asked.address ?? "198.51.100.7",
      disconnected: () => new AbortController().signal,
      whenSent: (done) => done(),
      header: (name) => headers[name],
      body: async (max) => (bytes.length > max ? undefined : bytes),
    });
    return { ...answer, json: answer.body ? JSON.parse(answer.body) : {} };
  }

  const clientKey = await newKey(accountId);
  const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "t" };
  return { ctx, live, accountId, clientKey, task, createTaskBody: { clientKey, task }, newKey, ask };
}

export function failing(error: unknown): AnyHandler {
  return async () => {
    throw error;
  };
}
