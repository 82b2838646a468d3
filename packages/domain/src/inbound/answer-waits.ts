import { limits } from "@gatepost/contract/limits";
import type { AppContext } from "../context.ts";
import { chooseWaits } from "./choose-waits.ts";
import { findFits, PatternResults } from "./find-fits.ts";
import { type FindKeptMessagesRow, findKeptMessagesSql } from "./find-kept-messages.sql.ts";
import { findOpenWaitsSql } from "./find-open-waits.sql.ts";
import { type MessageContent, openContent } from "./message-content.ts";
import { pushMessage } from "./push-message.ts";
import { readRules } from "./rules.ts";
import { settleMessageSql } from "./settle-message.sql.ts";

/** What a process keeps of its last scan of an account's messages. */
export interface Scan {
  /** The messages, waits and rules that it read. If the next scan reads the same ones, it has nothing to decide. */
  mark: string;
  results: PatternResults;
}

/**
 * Answers the account's open waits with the messages that are kept for it. Any process may do so at any time: each message
 * is chosen for one wait, once. `before`: the process's last scan of this account.
 */
export async function answerWaits(app: AppContext, accountId: number, before?: Scan): Promise<Scan> {
  const kept = await readKept(app, accountId);
  for (const { id, outcome, taskId, variable, content } of kept) {
    if (outcome !== "answering" || taskId === null || variable === null || content.value === undefined) continue;
    const fit = { taskId, name: variable, value: content.value };
    await pushMessage(app, { accountId, messageId: id, text: content.text, fit });
  }
  const fresh = kept.filter(({ outcome }) => outcome === "kept");
  const results = new PatternResults(before?.results);
  if (fresh.length === 0) return { mark: "", results };
  const waits = await app.db.run(findOpenWaitsSql, { accountId });
  const rules = waits.length > 0 ? await readRules(app, accountId) : [];
  const mark = JSON.stringify([
    fresh.map(({ id }) => id),
    waits.map(({ taskId, wait }) => [taskId, wait]),
    rules.map(({ ruleId }) => ruleId),
  ]);
  if (mark === before?.mark) return before;
  const messages = [];
  for (const { id, sender, age, content } of fresh) {
    const fits = await findFits({ id, sender, age, text: content.text }, rules, waits, results);
    messages.push({ messageId: id, text: content.text, fits });
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
  return { mark, results };
}

type KeptMessage = Omit<FindKeptMessagesRow, "content"> & { content: MessageContent };

/** The kept messages, decrypted. One that cannot be, for example after damage on disk, is settled and holds up no other. */
async function readKept({ db, vault }: AppContext, accountId: number): Promise<KeptMessage[]> {
  const rows = await db.run(findKeptMessagesSql, { accountId, keptSeconds: limits.inboundSeconds });
  const kept: KeptMessage[] = [];
  for (const { content, ...row } of rows) {
    try {
      kept.push({ ...row, content: openContent(vault, accountId, content) });
    } catch {
      const detail = "It could not be decrypted.";
      await db.run(settleMessageSql, { id: row.id, from: row.outcome, outcome: "unused", detail, ruleName: null });
    }
  }
  return kept;
}
