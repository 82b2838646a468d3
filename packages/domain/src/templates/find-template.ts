import type { Step } from "@gatepost/contract/steps";
import { LRUCache } from "lru-cache";
import { cached } from "../platform/context.ts";
import { patternsProblem } from "./pattern.ts";
import { storedDocument } from "./read-document.ts";
import { patternsOf, type Requirements, requirementsOf } from "./requirements.ts";

/** A template as a new task uses it: the current version, and the variables that it requires. */
export interface FoundTemplate {
  /** As stored, which may be another form of the requested name. */
  name: string;
  versionId: number;
  /** Whether it was sent with a task, and not saved. */
  draft: boolean;
  requirements: Requirements;
  /** The session of tasks that do not name one themselves. */
  session: string | undefined;
  /** Whether its tasks ask a person when a step fails, unless they say otherwise. */
  asks: boolean;
  /** Why no task can be created from it, for a template saved before this was checked. */
  problem: string | undefined;
}

/** What a task needs to run these steps. */
export function needsOf(steps: readonly Step[]): Pick<FoundTemplate, "requirements" | "problem"> {
  return { requirements: requirementsOf(steps), problem: patternsProblem(patternsOf(steps)) };
}

/** How the name of a draft ends, as tasks list it. */
export const draftEnding = / \(draft \d{4}-\d\d-\d\d [0-9a-f]{16}\)$/;

/** Number of cached templates. Each has its variables' names and its patterns, so at most 100 KB. */
const max = 2_000;

/**
 * Caches this process's templates. An entry may be out of date: createTask's statement checks that the version is still
 * the current one, and what it refuses by a version is checked against the current one too, which is found after `delete`.
 */
export const templateCache = cached("templates", (db) => {
  const cache = new LRUCache<string, Promise<FoundTemplate | undefined>>({ max });
  const keyOf = (accountId: number, name: string) => `${accountId} ${name}`;

  async function read(accountId: number, name: string): Promise<FoundTemplate | undefined> {
    const normal = name.normalize("NFC");
    // The name as given first, because templates saved before names were normalised keep theirs.
    return (await readExact(accountId, name)) ?? (normal === name ? undefined : readExact(accountId, normal));
  }

  async function readExact(accountId: number, name: string): Promise<FoundTemplate | undefined> {
    // The account's own template first, then the built-in one of that name.
    const template = await db.prisma.template.findFirst({
      where: { name, OR: [{ accountId }, { accountId: null }], currentVersion: { isNot: null } },
      orderBy: { accountId: { sort: "asc", nulls: "last" } },
      select: { draft: true, currentVersion: { select: { id: true, document: true } } },
    });
    if (!template?.currentVersion) return undefined;
    const { steps, session, onFailure } = storedDocument(template.currentVersion.document);
    return {
      name,
      versionId: template.currentVersion.id,
      draft: template.draft,
      session,
      asks: onFailure === "ask",
      ...needsOf(steps),
    };
  }

  return {
    /** The template of that name that is visible to the account. Absence is not cached. */
    find(accountId: number, name: string): Promise<FoundTemplate | undefined> {
      const key = keyOf(accountId, name);
      const before = cache.get(key);
      if (before) return before;
      const reading = read(accountId, name);
      cache.set(key, reading);
      const forget = () => cache.peek(key) === reading && cache.delete(key);
      reading.then((found) => found ?? forget(), forget);
      return reading;
    },
    delete(accountId: number, name: string): void {
      cache.delete(keyOf(accountId, name));
    },
  };
});
