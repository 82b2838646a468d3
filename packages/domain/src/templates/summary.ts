import type { TemplateDocument } from "@gatepost/contract/steps";
import { type WaitKind, waitKinds } from "@gatepost/contract/steps/waits";
import { LRUCache } from "lru-cache";
import { cached } from "../platform/context.ts";
import { givenSteps, isRecord } from "./document-path.ts";
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

export function summarize(document: TemplateDocument): TemplateSummary {
  const waits = givenSteps(document).filter(({ step }) => step.type === "WAIT_FOR_VARIABLE_VALUE");
  const variables = requirementsOf(document.steps).names.map((name) => {
    const wait = waits.find(({ step }) => textOf(step.name) === name)?.step;
    if (!wait) return { name, late: false };
    const kind = waitKinds.find((known) => known === textOf(wait.kind));
    return { name, late: true, ...texts(wait, ["prompt", "pattern"]), ...(kind && { kind }) };
  });
  return { description: document.description, variables };
}

function texts<Name extends string>(step: Record<string, unknown>, names: readonly Name[]): { [N in Name]?: string } {
  const found = names.flatMap((name) => {
    const text = textOf(step[name]);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(found);
}

/** What a parameter says as it stands in the document. */
function textOf(parameter: unknown): string | undefined {
  if (!isRecord(parameter)) return undefined;
  const text = parameter.permanent ?? parameter.text;
  return typeof text === "string" ? text : undefined;
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
