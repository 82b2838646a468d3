import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSession } from "../permission.ts";

export interface Person {
  email: string;
  accountId: number;
  /** Millionths of a dollar. */
  available: number;
  held: number;
  bid: number;
  suspended: boolean;
  /** Tasks of the account that wait for a value right now. */
  waiting: number;
}

/** The signed-in user, with the account's balance and the number of tasks that wait for a value. */
export async function getPerson({ ctx }: { ctx: Context }): Promise<Person> {
  const { actor, db } = requireSession(ctx);
  const [person, waiting] = await Promise.all([
    db.prisma.user.findFirst({
      where: { id: actor.userId, accountId: actor.accountId },
      select: { email: true, account: { select: { available: true, held: true, bid: true, suspendedAt: true } } },
    }),
    // By the partial index of tasks that a worker holds, because an account may have millions of ended tasks.
    db.prisma.task.count({ where: { accountId: actor.accountId, state: "waiting", workerId: { not: null } } }),
  ]);
  if (!person) throw new DomainError("ERROR_ACCESS_DENIED");
  const { available, held, bid, suspendedAt } = person.account;
  return {
    ...{ email: person.email, accountId: actor.accountId, suspended: suspendedAt !== null, waiting },
    ...{ available: Number(available), held: Number(held), bid: Number(bid) },
  };
}
