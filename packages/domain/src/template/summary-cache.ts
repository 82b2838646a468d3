import type { Db } from "@gatepost/db/connect";
import { LRUCache } from "lru-cache";
import { storedDocument } from "./stored-document.ts";
import { summarize, type TemplateSummary } from "./summarize.ts";

/** Characters of all cached summaries. */
const maxSize = 10_000_000;

/** Caches what lists show of template versions, which never change, so that a list does not read 100 documents again. */
export function summaryCache(db: Db) {
  const known = new LRUCache<number, TemplateSummary>({
    maxSize,
    sizeCalculation: (summary) => JSON.stringify(summary).length + 100,
  });

  return {
    async read(versionIds: readonly number[]): Promise<Map<number, TemplateSummary>> {
      const found = new Map<number, TemplateSummary>();
      for (const id of versionIds) {
        const summary = known.get(id) ?? (await readOne(id));
        if (summary) found.set(id, summary);
      }
      return found;
    },
  };

  /** One at a time: a page of large documents must not be in memory at once. */
  async function readOne(id: number): Promise<TemplateSummary | undefined> {
    const version = await db.prisma.templateVersion.findUnique({ where: { id }, select: { document: true } });
    if (!version) return undefined;
    const summary = summarize(storedDocument(version.document));
    known.set(id, summary);
    return summary;
  }
}

export type SummaryCache = ReturnType<typeof summaryCache>;
