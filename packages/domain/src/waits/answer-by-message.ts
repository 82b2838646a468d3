import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { ErrorCode } from "@gatepost/contract/errors";
import { limits } from "@gatepost/contract/limits";
import type { AppContext } from "../platform/context.ts";
import { isDomainError } from "../platform/errors.ts";
import { waitStep } from "../tasks/begun-steps.ts";
import { waitStepsCache } from "../templates/summary.ts";
import { storedFormProblem } from "../templates/value-form.ts";
import { pushVariable } from "./answer-wait.ts";
import { type MessageContent, type Outcome, openContent, sealContent } from "./inbound-messages.ts";
import { findValue, type InboundRule, readRules } from "./inbound-rules.ts";
import { claimMessageSql } from "./sql/claim-message.sql.ts";
import { type FindKeptMessagesRow, findKeptMessagesSql } from "./sql/find-kept-messages.sql.ts";
import { type FindOpenWaitsRow, findOpenWaitsSql } from "./sql/find-open-waits.sql.ts";

/**
 * Answers the account's open waits with the messages that are kept for it. Any process may do so at any time: each message
 * is chosen for one wait, once. `before`: what the process's last scan of this account returned.
 */
export async function answerWaits(
  app: AppContext,
  accountId: number,
  before?: PatternResults,
): Promise<PatternResults> {
  const kept = await readKept(app, accountId);
  for (const { id, outcome, taskId, variable, content } of kept) {
    if (outcome !== "answering" || taskId === null || variable === null || content.value === undefined) continue;
    const fit = { taskId, name: variable, value: content.value };
    await pushMessage(app, { accountId, messageId: id, text: content.text, fit });
  }
  const fresh = kept.filter(({ outcome }) => outcome === "kept");
  const results = new PatternResults(before);
  if (fresh.length === 0) return results;
  const waits = await readOpenWaits(app, accountId);
  const rules = waits.length > 0 ? await readRules(app, accountId) : [];
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
      await settle(app, id, "kept", decision.kind, {
        detail: decision.kind === "ambiguous" ? decision.detail : null,
        ruleName: decision.kind === "replaced" ? decision.fit.ruleName : null,
      });
  }
  return results;
}

type OpenWait = Pick<FindOpenWaitsRow, "taskId" | "name" | "template" | "form"> & { maxAge: number | null };

async function readOpenWaits({ cache, db }: AppContext, accountId: number): Promise<OpenWait[]> {
  const waits: OpenWait[] = [];
  // One at a time: many large templates must not be in memory at once.
  for (const { versionId, ...wait } of await db.run(findOpenWaitsSql, { accountId })) {
    const step = waitStep((await cache(waitStepsCache).read(versionId)) ?? [], wait.name, wait);
    waits.push({ ...wait, maxAge: step?.maxAge?.permanent ?? null });
  }
  return waits;
}

type KeptMessage = Omit<FindKeptMessagesRow, "content"> & { content: MessageContent };

/** The kept messages, decrypted. One that cannot be, for example after damage on disk, is settled and holds up no other. */
async function readKept(app: AppContext, accountId: number): Promise<KeptMessage[]> {
  const { db, vault } = app;
  const rows = await db.run(findKeptMessagesSql, { accountId, keptSeconds: limits.inboundSeconds });
  const kept: KeptMessage[] = [];
  for (const { content, ...row } of rows) {
    try {
      kept.push({ ...row, content: openContent(vault, accountId, content) });
    } catch {
      const detail = "It could not be decrypted.";
      await settle(app, row.id, row.outcome, "unused", { detail });
    }
  }
  return kept;
}

type Result = string | boolean | undefined;

/** Results of patterns that were run, by what they depend on: each takes up to a few milliseconds. */
export class PatternResults {
  readonly #before: ReadonlyMap<string, Result>;
  readonly #results = new Map<string, Result>();

  /** `before`: the results of the previous scan. Those that this scan does not use are dropped. */
  constructor(before?: PatternResults) {
    this.#before = before ? before.#results : new Map();
  }

  /** The result. Other work of the process goes on before a pattern is run. */
  async get<T extends Result>(key: readonly unknown[], run: () => T): Promise<T> {
    const text = JSON.stringify(key);
    const known = [this.#results, this.#before].find((results) => results.has(text));
    if (!known) await yieldToOthers();
    const result = known ? (known.get(text) as T) : run();
    this.#results.set(text, result);
    return result;
  }
}

interface MessageToMatch {
  id: number;
  sender: string;
  text: string;
  /** Seconds since it arrived. */
  age: number;
}

/** The waits that a message may answer, by every rule that applies to it. */
export async function findFits(
  { id, sender, text, age }: MessageToMatch,
  rules: readonly InboundRule[],
  waits: readonly OpenWait[],
  results: PatternResults,
): Promise<Fit[]> {
  const fits: Fit[] = [];
  for (const rule of rules) {
    const value = await results.get([id, rule.ruleId], () => findValue(rule, { sender, text }));
    if (value === undefined) continue;
    for (const { taskId, name, template, form, maxAge } of waits) {
      if (rule.taskId !== null && rule.taskId !== taskId) continue;
      if (rule.templateName !== null && rule.templateName !== template) continue;
      if (maxAge !== null && age > maxAge) continue;
      const hasForm = () => form === null || storedFormProblem(form, value, value) === undefined;
      if (await results.get([form, value], hasForm)) fits.push({ taskId, name, value, ruleName: rule.name });
    }
  }
  return fits;
}

/** A wait that a message may answer by a rule, and the value. */
export interface Fit {
  taskId: number;
  /** The variable. */
  name: string;
  value: string;
  ruleName: string;
}

type Decision =
  | { messageId: number; kind: "answer"; fit: Fit }
  /** A later message answers the wait that it fits. */
  | { messageId: number; kind: "replaced"; fit: Fit }
  | { messageId: number; kind: "ambiguous"; detail: string };

/**
 * Decides on messages, given the latest first with the waits that each fits. A message that fits no wait is not decided; one
 * that fits several, or one wait with several values, answers none.
 */
export function chooseWaits(messages: readonly { messageId: number; fits: readonly Fit[] }[]): Decision[] {
  const answered = new Set<string>();
  return messages.flatMap(({ messageId, fits }): Decision[] => {
    const [fit] = fits;
    if (!fit) return [];
    const detail = ambiguity(fits);
    if (detail) return [{ messageId, kind: "ambiguous", detail }];
    const wait = JSON.stringify([fit.taskId, fit.name]);
    if (answered.has(wait)) return [{ messageId, kind: "replaced", fit }];
    answered.add(wait);
    return [{ messageId, kind: "answer", fit }];
  });
}

/** How many tasks a sentence names. */
const maxNamed = 5;

/** Why these fits do not select one value for one wait, as a sentence; undefined if they do. */
function ambiguity(fits: readonly Fit[]): string | undefined {
  const tasks = [...new Set(fits.map(({ taskId }) => taskId))];
  if (tasks.length > 1) {
    const more = tasks.length > maxNamed ? ` and ${tasks.length - maxNamed} more` : "";
    return `It fits the waits of tasks ${tasks.slice(0, maxNamed).join(", ")}${more}.`;
  }
  const values = new Set(fits.map(({ value }) => value));
  if (values.size === 1) return undefined;
  const rules = [...new Set(fits.map(({ ruleName }) => ruleName))];
  return `The rules ${rules.join(", ")} find different values for task ${tasks[0]}.`;
}

interface ChosenMessage {
  accountId: number;
  messageId: number;
  text: string;
  fit: Omit<Fit, "ruleName"> & Partial<Pick<Fit, "ruleName">>;
}

/**
 * Pushes the value of a message to the wait that was chosen for it, unless another process does. If the process ends meanwhile,
 * the same value is pushed to the same wait again, which changes nothing if it had arrived.
 */
async function pushMessage(app: AppContext, { accountId, messageId, text, fit }: ChosenMessage): Promise<void> {
  const { taskId, name, value } = fit;
  const content = sealContent(app.vault, accountId, { text, value });
  const chosen = { id: messageId, taskId, variable: name, ruleName: fit.ruleName ?? null, content };
  const [claimed] = await app.db.run(claimMessageSql, chosen);
  if (!claimed) return;
  const outcome = await push(app, { kind: "inbound message", accountId, messageId, taskId, name }, value);
  await settle(app, messageId, "answering", outcome, {});
}

/**
 * Stores the outcome of a message, if it is still what it was. The content is deleted, except of a message that is kept for a later
 * wait; a message that was pushed keeps the names of its rule, task and variable.
 */
async function settle(
  { db }: AppContext,
  id: number,
  from: "kept" | "answering",
  outcome: Exclude<Outcome, "answering" | "repeated">,
  { detail = null, ruleName = null }: { detail?: string | null; ruleName?: string | null },
): Promise<void> {
  const wasPushed = outcome === "answered" || outcome === "refused";
  await db.prisma.inboundMessage.updateMany({
    where: { id, content: { not: null }, outcome: from },
    data: {
      outcome,
      detail,
      claimedAt: null,
      ...(outcome !== "kept" && { content: null }),
      ...(!wasPushed && { taskId: null, variable: null, ruleName }),
    },
  });
}

type MessageActor = { kind: "inbound message"; accountId: number; messageId: number; taskId: number; name: string };

/** `kept`: something else answered the wait first. */
async function push(app: AppContext, actor: MessageActor, value: string): Promise<"answered" | "refused" | "kept"> {
  try {
    await pushVariable({ ctx: { ...app, actor }, input: { taskId: actor.taskId, name: actor.name, value } });
    return "answered";
  } catch (error) {
    if (isDomainError(error) && error.code === "ERROR_VARIABLE_REFUSED") return "refused";
    if (isDomainError(error) && tooLate.includes(error.code)) return "kept";
    throw error;
  }
}

const tooLate: readonly ErrorCode[] = [
  "ERROR_VARIABLE_ALREADY_SET",
  "ERROR_TASK_FINISHED",
  "ERROR_VARIABLE_NOT_EXPECTED",
  "ERROR_NO_SUCH_CAPCHA_ID",
];
