import { placedSteps } from "@gatepost/contract/step-paths";
import type { StepOf, TemplateDocument } from "@gatepost/contract/steps";
import type { WaitKind } from "@gatepost/contract/steps/waits";
import { LRUCache } from "lru-cache";
import { cached } from "../platform/context.ts";
import { storedDocument } from "./read-document.ts";
import { requirementsOf } from "./requirements.ts";

/** A variable that a template uses, as lists show it. */
export interface TemplateVariable {
  name: string;
  /** Whether a step waits for it. */
  late: boolean;
  /** Of the first such step. */
  prompt?: string;
  kind?: WaitKind;
  pattern?: string;
}

/** What lists show of a document. */
export interface TemplateSummary {
  description: string;
  variables: TemplateVariable[];
}

export function summarize({ description, steps }: TemplateDocument): TemplateSummary {
  const waits = new Map<string, StepOf<"WAIT_FOR_VARIABLE_VALUE">>();
  for (const { step } of placedSteps(steps).toReversed())
    if (step.type === "WAIT_FOR_VARIABLE_VALUE") waits.set(step.name.permanent, step);
  const variables = requirementsOf(steps).names.map((name) => {
    const wait = waits.get(name);
    if (!wait) return { name, late: false };
    const { prompt, kind, pattern } = wait;
    return {
      name,
      late: true,
      ...(prompt && { prompt: "text" in prompt ? prompt.text : prompt.permanent }),
      ...(kind && { kind: kind.permanent }),
      ...(pattern && { pattern: pattern.permanent }),
    };
  });
  return { description, variables };
}

/** Characters of all cached documents. */
const maxDocumentCharacters = 5_000_000;

/** Caches documents of template versions, which never change, by their ids. */
export const documentCache = cached("documents", (db) => {
  const known = new LRUCache<number, TemplateDocument>({
    maxSize: maxDocumentCharacters,
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
});
