import type { TemplateDocument } from "@gatepost/contract/steps";
import type { Db } from "@gatepost/db/connect";
import { LRUCache } from "lru-cache";
import { patternsProblem } from "./pattern.ts";
import { patternsOf, type Requirements, requirementsOf } from "./requirements.ts";

/** A template as a new task sees it: the current version, and what it asks of the variables. */
export interface FoundTemplate {
  versionId: number;
  requirements: Requirements;
  /** Why no task can be made of it, of a template that was saved before that was refused. */
  problem: string | undefined;
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

/** Templates that a process keeps. Each keeps its variables' names and its patterns, so 100 KB at the very most. */
const most = 2_000;

/**
 * Remembers templates of this process. What it remembers may be old: createTask's statement checks that the
 * version is still the current one, and asks again after `forget`.
 */
export function templateMemory(db: Db) {
  const known = new LRUCache<string, Promise<FoundTemplate | undefined>>({ max: most });
  const keyOf = (accountId: number, name: string) => `${accountId} ${name}`;

  async function read(accountId: number, name: string): Promise<FoundTemplate | undefined> {
    const rows = await db.sql<{ id: number; document: TemplateDocument }>(statement, [accountId, name]);
    const row = rows[0];
    if (!row) return undefined;
    const { steps } = row.document;
    return { versionId: row.id, requirements: requirementsOf(steps), problem: patternsProblem(patternsOf(steps)) };
  }

  return {
    /** The template of that name that is visible to the account. Absence is not remembered. */
    async find(accountId: number, name: string): Promise<FoundTemplate | undefined> {
      const key = keyOf(accountId, name);
      let asked = known.get(key);
      if (!asked) {
        asked = read(accountId, name);
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
