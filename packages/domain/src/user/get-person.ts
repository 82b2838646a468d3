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

const statement = {
  name: "get_person",
  text: `
    select u.email, a.id as "accountId", a.available, a.held, a.bid, a.suspended_at is not null as suspended,
           (select count(*) from task t where t.account_id = a.id and t.state = 'waiting' and t.ended_at is null) as waiting
      from portal_user u join account a on a.id = u.account_id
     where u.id = $1 and a.id = $2`,
};

/** The person who is signed in, with the account's money and what waits for an answer. */
export async function getPerson({ ctx }: { ctx: Context }): Promise<Person> {
  const { actor, db } = requireSession(ctx);
  const [person] = await db.sql<Person>(statement, [actor.userId, actor.accountId]);
  if (!person) throw new DomainError("ERROR_ACCESS_DENIED");
  return person;
}
