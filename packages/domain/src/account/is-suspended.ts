import type { Ground } from "../context.ts";

const statement = {
  name: "is_suspended",
  text: "select suspended_at is not null as suspended from account where id = $1",
};

/** Whether the operator has suspended the account; one that is not there counts as suspended. */
export async function isSuspended(ground: Ground, accountId: number): Promise<boolean> {
  const [found] = await ground.db.sql<{ suspended: boolean }>(statement, [accountId]);
  return found?.suspended ?? true;
}
