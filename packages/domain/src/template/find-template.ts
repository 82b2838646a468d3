import type { Step, TemplateDocument } from "@gatepost/contract/steps";
import type { Db } from "@gatepost/db/connect";
import { type Requirements, requirementsOf } from "./requirements.ts";

/** A template as a new task sees it: the current version, and what it asks of the variables. */
export interface FoundTemplate {
  versionId: number;
  steps: Step[];
  requirements: Requirements;
}

/** The template's own account first, then the built-in one of that name. Both by the unique index. */
const statement = {
  name: "find_template",
  text: `
    select v.id, v.document
      from template t
      join template_version v on v.id = t.current_version_id
     where t.name = $2 and (t.account_id = $1 or t.account_id is null)
     order by t.account_id nulls last
     limit 1`,
};

const most = 2_000;

/**
 * Remembers templates of this process. What it remembers may be old: createTask's statement checks that the
 * version is still the current one, and asks again after `forget`.
 */
export function templateMemory(db: Db) {
  const known = new Map<string, Promise<FoundTemplate | undefined>>();
  const keyOf = (accountId: number, name: string) => `${accountId} ${name}`;

  async function read(accountId: number, name: string): Promise<FoundTemplate | undefined> {
    const rows = await db.sql<{ id: number; document: TemplateDocument }>(statement, [accountId, name]);
    const row = rows[0];
    return row && { versionId: row.id, steps: row.document.steps, requirements: requirementsOf(row.document.steps) };
  }

  return {
    /** The template of that name that is visible to the account. Absence is not remembered. */
    async find(accountId: number, name: string): Promise<FoundTemplate | undefined> {
      const key = keyOf(accountId, name);
      let asked = known.get(key);
      if (!asked) {
        asked = read(accountId, name);
        if (known.size >= most) known.clear();
        known.set(key, asked);
        asked.then(
          (found) => found || known.delete(key),
          () => known.delete(key),
        );
      }
      return asked;
    },
    forget(accountId: number, name: string): void {
      known.delete(keyOf(accountId, name));
    },
  };
}

export type TemplateMemory = ReturnType<typeof templateMemory>;
