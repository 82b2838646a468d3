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
      const { document } = await db.prisma.templateVersion.findUniqueOrThrow({
        where: { id },
        select: { document: true },
      });
      return storedDocument(document);
    },
  });

  return {
    /** The document of a version that exists, such as that of a task. */
    async read(versionId: number): Promise<TemplateDocument> {
      return known.get(versionId) ?? known.forceFetch(versionId);
    },
  };
}

export type DocumentCache = ReturnType<typeof documentCache>;
