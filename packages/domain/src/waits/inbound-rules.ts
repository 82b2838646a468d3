import { setImmediate as yieldToOthers } from "node:timers/promises";
import { changeAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { type Args, type Context, requireManager } from "../platform/context.ts";
import { DomainError, invalidProperty, readProperties } from "../platform/errors.ts";
import { readName, readOptionalName } from "../platform/name.ts";
import { inAccountTurn } from "../platform/turns.ts";
import { findGroup, groupPatternProblem } from "../templates/pattern.ts";

interface CreateRuleInput {
  accountId: number;
  name: string;
  /** RE2 with one group, which is the value. */
  pattern: string;
  /** Only messages from this number, name or email address, or from "@" and a domain; empty: from anybody. */
  sender?: string | null | undefined;
  /** Only tasks of this template; empty: of any. */
  templateName?: string | null | undefined;
  /** Only this task. */
  taskId?: number | null | undefined;
}

const maxPattern = 500;

/** A rule for inbound codes. The values of its pattern answer waits of the tasks that it names. */
export type InboundRule = Awaited<ReturnType<typeof readRules>>[number];

/** ERROR_BAD_REQUEST for a pattern that cannot be used or has not one group, and at the limit of rules. */
export async function createRule({ ctx, input }: Args<CreateRuleInput>): Promise<{ ruleId: number }> {
  const { accountId } = input;
  requireManager(ctx, accountId);
  const { pattern } = input;
  const { name, templateName, sender } = readProperties({
    name: () => readName("name", input.name),
    templateName: () => readOptionalName("templateName", input.templateName) ?? null,
    sender: () => normalSender(readOptionalName("sender", input.sender) ?? "") || null,
    pattern: () => {
      const problem =
        pattern.length > maxPattern ? `must have at most ${maxPattern} characters` : groupPatternProblem(pattern);
      if (problem) throw invalidProperty("pattern", `${problem}.`);
    },
  });
  const taskId = input.taskId ?? null;
  if (taskId !== null && !(await ctx.db.prisma.task.findUnique({ where: { id: taskId, accountId } })))
    throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return changeAccount(ctx, accountId, async (tx) => {
    requireBelowLimit(ctx, "inboundRules", await tx.inboundRule.count({ where: { accountId } }));
    const rule = { name, templateName, taskId, sender, pattern };
    const { id } = await tx.inboundRule.create({ data: { accountId, ...rule }, select: { id: true } });
    return { ruleId: id };
  });
}

/** The rules of an account, the oldest first. Their number is limited. */
export async function listRules({ ctx, input: { accountId } }: Args<{ accountId: number }>): Promise<InboundRule[]> {
  requireManager(ctx, accountId);
  return readRules(ctx, accountId);
}

export async function readRules({ db }: Pick<Context, "db">, accountId: number) {
  const rows = await db.prisma.inboundRule.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  return rows.map(({ id, name, templateName, taskId, sender, pattern }) => ({
    ruleId: id,
    name,
    templateName,
    taskId: taskId === null ? null : Number(taskId),
    sender,
    pattern,
  }));
}

/** ERROR_BAD_REQUEST if the account has no such rule. */
export async function deleteRule({ ctx, input }: Args<{ accountId: number; ruleId: number }>): Promise<void> {
  const { accountId, ruleId } = input;
  requireManager(ctx, accountId);
  const { count } = await ctx.db.prisma.inboundRule.deleteMany({ where: { id: ruleId, accountId } });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "Your account has no such rule.");
}

/**
 * A sender as rules compare it: of an email the address alone, in lower case; of a telephone number the digits with a leading
 * plus. Anything else, such as the name that a bank sends under, in lower case.
 */
function normalSender(given: string): string {
  const text = given.trim().toLowerCase();
  const address = /<([^<>@\s]+@[^<>@\s]+)>\s*$/.exec(text)?.[1];
  if (address) return address;
  return /^\+?[\d\s()./-]+$/.test(text) ? text.replace(/[^\d+]/g, "").replace(/^00/, "+") : text;
}

/** Whether a message is from the sender that a rule names: a number, a name, an email address, or "@" and a domain. */
export function isFrom(sender: string, wanted: string): boolean {
  const [from, rule] = [normalSender(sender), normalSender(wanted)];
  return rule.startsWith("@") ? from.endsWith(rule) : from === rule;
}

/** The value that a rule finds in a message; undefined if the rule does not apply to it. */
export function findValue(rule: Pick<InboundRule, "sender" | "pattern">, message: { sender: string; text: string }) {
  if (rule.sender !== null && !isFrom(message.sender, rule.sender)) return undefined;
  return findGroup(rule.pattern, message.text);
}

/** What each rule of the account finds in a sample message; null: it does not apply. Nothing is stored or answered. */
export async function tryRules({
  ctx,
  input: { accountId, sender, text },
}: Args<{ accountId: number; sender: string; text: string }>): Promise<{ ruleId: number; value: string | null }[]> {
  requireManager(ctx, accountId);
  const rules = await readRules(ctx, accountId);
  return inAccountTurn(ctx, accountId, async () => {
    const found: { ruleId: number; value: string | null }[] = [];
    for (const rule of rules) {
      // Each takes up to a few milliseconds, and other calls go on between two.
      await yieldToOthers();
      found.push({ ruleId: rule.ruleId, value: findValue(rule, { sender, text }) ?? null });
    }
    return found;
  });
}
