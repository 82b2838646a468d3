import { rollAddress } from "@gatepost/domain/waits/inbound-messages";
import { createRule } from "@gatepost/domain/waits/inbound-rules";
import { type Account, newAccount, type Operator } from "./factories.ts";
import { newPortalSession } from "./portal-session.ts";

/** The ways in which a value reaches a waiting task. The command line calls the JSON method, as any program does. */
export const answerWays = ["push", "portal", "link", "inbound", "command"] as const;
export type AnswerWay = (typeof answerWays)[number];

/** A request that answers a wait. */
export interface AnswerRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** An account whose waits can be answered in every way. */
export interface AnsweringAccount extends Account {
  cookie: string;
  inboundToken: string;
}

export async function newAnsweringAccount(site: { url: string; operator: Operator }): Promise<AnsweringAccount> {
  const account = await newAccount(site.operator, { balance: 1_000_000 });
  const { token: inboundToken } = await rollAddress({ ctx: site.operator, input: account });
  return { ...account, inboundToken, cookie: await newPortalSession(site, account.accountId) };
}

/** Messages to the account that say `code is X` answer this task. An account has 20 rules at most. */
export async function addTaskRule(ctx: Operator, { accountId }: AnsweringAccount, taskId: number): Promise<void> {
  await createRule({ ctx, input: { accountId, name: `task ${taskId}`, pattern: `task ${taskId}: (.+)`, taskId } });
}

const json = { "content-type": "application/json" };

/** Who answers which late variable, and by which link. */
export interface Answering {
  url: string;
  account: AnsweringAccount;
  taskId: number;
  name: string;
  /** An answer link of the wait, as its page shows it. */
  link?: OpenedLink | undefined;
}

interface OpenedLink {
  path: string;
  /** The wait whose question the page shows. */
  wait: string;
}

/** Opens the page of an answer link. */
export async function openLink(url: string, path: string): Promise<OpenedLink> {
  const page = await (await fetch(url + path)).text();
  const wait = /name="wait" value="([^"]+)"/.exec(page)?.[1];
  if (wait === undefined) throw new Error(`Nothing is asked at ${path}.`);
  return { path, wait };
}

/** The request by which a text reaches the wait; the ways that are not requests of their own are missing. */
export const requestOf: Record<
  Exclude<AnswerWay, "command">,
  (answering: Answering, value: string) => AnswerRequest
> = {
  push: ({ account: { clientKey }, taskId, name }, value) => ({
    path: "/pushAntiGateVariable",
    headers: json,
    body: JSON.stringify({ clientKey, taskId, name, value }),
  }),
  portal: ({ url, account: { cookie }, taskId, name }, value) => ({
    path: "/api/trpc/tasks.push",
    headers: { ...json, origin: url, cookie },
    body: JSON.stringify({ json: { taskId, name, value } }),
  }),
  link: ({ link }, value) => ({
    path: link?.path ?? "",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ do: "answer", wait: link?.wait ?? "", value }).toString(),
  }),
  inbound: ({ account: { inboundToken }, taskId }, value) => ({
    path: `/inbound/${inboundToken}`,
    headers: json,
    body: JSON.stringify({ from: "bank", text: `task ${taskId}: ${value}` }),
  }),
};
