import { lockAccount, requireBelowLimit } from "../account/require-below-limit.ts";
import type { Args, Context } from "../context.ts";
import { DomainError, invalidProperty } from "../errors.ts";
import { readName, readOptionalName } from "../name.ts";
import { requireManager } from "../permission.ts";
import { groupPatternProblem } from "../template/pattern.ts";
import { normalSender } from "./sender.ts";

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
export interface InboundRule {
  ruleId: number;
  name: string;
  templateName: string | null;
  taskId: number | null;
  sender: string | null;
  pattern: string;
}

/** ERROR_BAD_REQUEST for a pattern that cannot be used or has not one group, and at the limit of rules. */
export async function createRule({ ctx, input }: Args<CreateRuleInput>): Promise<{ ruleId: number }> {
  const { accountId } = input;
  requireManager(ctx, accountId);
  const name = readName("name", input.name);
  const templateName = readOptionalName("templateName", input.templateName) ?? null;
  const sender = normalSender(readOptionalName("sender", input.sender) ?? "") || null;
  const { pattern } = input;
  const taskId = input.taskId ?? null;
  const problem =
    pattern.length > maxPattern ? `must have at most ${maxPattern} characters` : groupPatternProblem(pattern);
  if (problem) throw invalidProperty("pattern", `${problem}.`);
  if (taskId !== null && !(await ctx.db.prisma.task.findUnique({ where: { id: taskId, accountId } })))
    throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    requireBelowLimit(ctx, "inboundRules", { there: await tx.inboundRule.count({ where: { accountId } }) });
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

export async function readRules({ db }: Pick<Context, "db">, accountId: number): Promise<InboundRule[]> {
  const rows = await db.prisma.inboundRule.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  return rows.map(({ id, name, templateName, taskId, sender, pattern }) => ({
    ...{ ruleId: id, name, templateName, taskId: taskId === null ? null : Number(taskId), sender, pattern },
  }));
}

/** ERROR_BAD_REQUEST if the account has no such rule. */
export async function deleteRule({
  ctx,
  input: { accountId, ruleId },
}: Args<{ accountId: number; ruleId: number }>): Promise<void> {
  requireManager(ctx, accountId);
  const { count } = await ctx.db.prisma.inboundRule.deleteMany({ where: { id: ruleId, accountId } });
  if (count === 0) throw new DomainError("ERROR_BAD_REQUEST", "Your account has no such rule.");
}
