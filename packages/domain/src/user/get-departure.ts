import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireSession } from "../permission.ts";

/** What deleting oneself would take along, told before. */
export interface Departure {
  email: string;
  accountId: number;
  /** Other people who sign in to the account: as long as there are any, it stays. */
  others: number;
  keys: number;
  applications: number;
  templates: number;
  tasks: number;
  /** Of those, the ones that have not ended. */
  openTasks: number;
  ledgerEntries: number;
  /** Millionths of a dollar. */
  available: number;
}

const statement = {
  name: "get_departure",
  text: `
    select u.email, a.id as "accountId", a.available,
           (select count(*) from portal_user o where o.account_id = a.id and o.id <> u.id) as others,
           (select count(*) from api_key k where k.account_id = a.id) as keys,
           (select count(*) from application p where p.account_id = a.id and p.archived_at is null) as applications,
           (select count(*) from template m where m.account_id = a.id) as templates,
           (select count(*) from task t where t.account_id = a.id) as tasks,
           (select count(*) from task t where t.account_id = a.id and t.ended_at is null) as "openTasks",
           (select count(*) from ledger_entry l where l.account_id = a.id) as "ledgerEntries"
      from portal_user u join account a on a.id = u.account_id
     where u.id = $1 and a.id = $2`,
};

/** The counts of the account of whoever is signed in. A pass over its tasks and its ledger: for one page, seldom asked. */
export async function getDeparture({ ctx }: { ctx: Context }): Promise<Departure> {
  const { actor, db } = requireSession(ctx);
  const [departure] = await db.sql<Departure>(statement, [actor.userId, actor.accountId]);
  if (!departure) throw new DomainError("ERROR_ACCESS_DENIED");
  return departure;
}
