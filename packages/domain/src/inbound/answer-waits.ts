import { setImmediate as yieldToOthers } from "node:timers/promises";
import { limits } from "@gatepost/contract/limits";
import type { AppContext } from "../context.ts";
import { storedFormProblem } from "../template/value-form.ts";
import { chooseWaits, type Fit } from "./choose-waits.ts";
import { type FindKeptMessagesRow, findKeptMessagesSql } from "./find-kept-messages.sql.ts";
import { type FindOpenWaitsRow, findOpenWaitsSql } from "./find-open-waits.sql.ts";
import { findValue } from "./find-value.ts";
import { openContent } from "./message-content.ts";
import { pushMessage } from "./push-message.ts";
import { type InboundRule, readRules } from "./rules.ts";
import { settleMessageSql } from "./settle-message.sql.ts";

/**
 * Answers the account's open waits with the messages that are kept for it. Any process may do so at any time: each message
 * is chosen for one wait, once. Returns what it looked at, as a text: if that is `seen`, it decides nothing, because the same
 * rules find the same in the same messages.
 */
export async function answerWaits(app: AppContext, accountId: number, seen?: string): Promise<string> {
  const kept = await app.db.run(findKeptMessagesSql, { accountId, keptSeconds: limits.inboundSeconds });
  const begun = kept.filter(({ outcome }) => outcome === "answering");
  for (const { id, taskId, variable, content } of begun) {
    const { text, value } = openContent(app.vault, accountId, content);
    if (taskId === null || variable === null || value === undefined) continue;
    const fit = { taskId, name: variable, value };
    await pushMessage(app, { accountId, messageId: id, text, fit });
  }
  const fresh = kept.filter(({ outcome }) => outcome === "kept");
  if (fresh.length === 0) return "";
  const waits = await app.db.run(findOpenWaitsSql, { accountId });
  const rules = waits.length > 0 ? await readRules(app, accountId) : [];
  const mark = JSON.stringify([
    fresh.map(({ id }) => id),
    waits.map(({ taskId, wait }) => [taskId, wait]),
    rules.map(({ ruleId }) => ruleId),
  ]);
  if (mark === seen || rules.length === 0) return mark;
  const messages: { messageId: number; text: string; fits: Fit[] }[] = [];
  for (const row of fresh) {
    const { text } = openContent(app.vault, accountId, row.content);
    messages.push({ messageId: row.id, text, fits: await fitsOf(row, text, rules, waits) });
  }
  for (const decision of chooseWaits(messages)) {
    const { messageId: id } = decision;
    const text = messages.find(({ messageId }) => messageId === id)?.text ?? "";
    if (decision.kind === "answer") await pushMessage(app, { accountId, messageId: id, text, fit: decision.fit });
    else
      await app.db.run(settleMessageSql, {
        ...{ id, from: "kept", outcome: decision.kind },
        detail: decision.kind === "ambiguous" ? decision.detail : null,
        ruleName: decision.kind === "replaced" ? decision.fit.ruleName : null,
      });
  }
  return mark;
}

/** The waits that a message may answer, by every rule that applies to it. */
async function fitsOf(
  { sender, age }: FindKeptMessagesRow,
  text: string,
  rules: readonly InboundRule[],
  waits: readonly FindOpenWaitsRow[],
): Promise<Fit[]> {
  const fits: Fit[] = [];
  for (const rule of rules) {
    // A rule takes a few milliseconds at most, and other calls go on between two.
    await yieldToOthers();
    const value = findValue(rule, { sender, text });
    if (value === undefined) continue;
    for (const wait of waits) {
      const { taskId, name, template, form, maxAge } = wait;
      if (rule.taskId !== null && rule.taskId !== taskId) continue;
      if (rule.templateName !== null && rule.templateName !== template) continue;
      if (maxAge !== null && age > maxAge) continue;
      if (form !== null && storedFormProblem(form, value, value) !== undefined) continue;
      fits.push({ taskId, name, value, ruleName: rule.name });
    }
  }
  return fits;
}
