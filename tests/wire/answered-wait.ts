import { randomInt } from "node:crypto";
import { expect } from "vitest";
import { type AnsweringAccount, type AnswerWay, addTaskRule, openLink, requestOf } from "../answer-ways.ts";
import type { Operator } from "../factories.ts";
import { expectSuccess, post } from "./call.ts";

/** A task that will wait for `code`, and how it is answered. */
export interface AnsweredWait {
  account: AnsweringAccount;
  taskId: number;
  way: AnswerWay;
  value: string;
  link?: string;
}

interface Site {
  url: string;
  operator: Operator;
}

/** The value has what HTML, forms, JSON and patterns could change. */
export async function newAnsweredWait(
  { url, operator }: Site,
  { account, taskId, way }: Pick<AnsweredWait, "account" | "taskId" | "way">,
): Promise<AnsweredWait> {
  const wait = { account, taskId, way, value: `${randomInt(1e9)} é漢字🎈 "a"+b%20&amp;<b>\\d$1' of ${taskId}` };
  if (way === "inbound") await addTaskRule(operator, account, taskId);
  if (way !== "link") return wait;
  const answer = await post(url, "createAnswerLink", { clientKey: account.clientKey, taskId, name: "code" });
  expectSuccess(answer, "createAnswerLink");
  return { ...wait, link: new URL(answer.body.url, url).pathname };
}

/** Answers the wait in its way; `command` is what the command line does. */
export async function answerWait(
  { url }: Pick<Site, "url">,
  { way, account, taskId, value, link }: AnsweredWait,
  command: (clientKey: string, taskId: number, value: string) => Promise<void>,
): Promise<void> {
  if (way === "command") return command(account.clientKey, taskId, value);
  const opened = link === undefined ? undefined : await openLink(url, link);
  const { path, ...request } = requestOf[way]({ url, account, taskId, name: "code", link: opened }, value);
  const response = await fetch(url + path, { method: "POST", ...request });
  const text = await response.text();
  expect(response.ok, `${way} was answered ${response.status} ${text}`).toBe(true);
}
