import type { TemplateDocument } from "@gatepost/contract/steps";
import type { Db } from "@gatepost/db/connect";
import { LRUCache } from "lru-cache";
import { storedDocument } from "./stored-document.ts";

/** Characters of all cached documents. */
const maxSize = 5_000_000;

/** Caches documents of template versions, which never change, by their ids. */
export function documentCache(db: Db) {
  const known = new LRUCache<number, TemplateDocument>({
    maxSize,
    sizeCalculation: (document) => JSON.stringify(document).length,
    fetchMethod: async (id) => {
      const version = await db.prisma.templateVersion.findUnique({ where: { id }, select: { document: true } });
      return version ? storedDocument(version.document) : undefined;
    },
    // Otherwise a fetch fails when later documents take its place.
    ignoreFetchAbort: true,
  });

  return {
    /** Undefined: there is no such version. */
    async read(versionId: number): Promise<TemplateDocument | undefined> {
      return known.get(versionId) ?? known.fetch(versionId);
    },
  };
}

export type DocumentCache = ReturnType<typeof documentCache>;
