import { isPasswordName } from "@gatepost/contract/limits";
import { namesIn, type TypedParameter } from "@gatepost/contract/parameter";
import { placedSteps } from "@gatepost/contract/step-paths";
import { parametersOf, type Step, type StepOf, type TemplateDocument } from "@gatepost/contract/steps";
import type { WaitKind } from "@gatepost/contract/steps/waits";
import { LRUCache } from "lru-cache";
import { cached } from "../platform/context.ts";
import { storedDocument } from "./read-document.ts";
import { requirementsOf } from "./requirements.ts";

/** A variable that a template uses, as lists show it. */
interface TemplateVariable {
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
  for (const { step } of waitSteps(steps).toReversed()) waits.set(step.name.permanent, step);
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

/** Characters of what a cache keeps of all versions, as JSON. */
const maxCharacters = 5_000_000;

/** Caches what `keep` makes of the documents of template versions, which never change, by their ids. */
function versionCache<Kept extends object>(name: string, keep: (document: TemplateDocument) => Kept) {
  return cached(name, (db) => {
    const cache = new LRUCache<number, Kept>({
      maxSize: maxCharacters,
      sizeCalculation: (kept) => JSON.stringify(kept).length,
      fetchMethod: async (id) => {
        const version = await db.prisma.templateVersion.findUnique({ where: { id }, select: { document: true } });
        return version ? keep(storedDocument(version.document)) : undefined;
      },
      // Otherwise a fetch fails when later ones take its place.
      ignoreFetchAbort: true,
    });

    return {
      /** Undefined: there is no such version. */
      read: (versionId: number): Promise<Kept | undefined> => cache.fetch(versionId),
    };
  });
}

export const documentCache = versionCache("documents", (document) => document);

/** What lists show. A cache of its own, because few large documents fit into the other one. */
export const summaryCache = versionCache("template summaries", summarize);

/** The steps that wait for variables, with their places. */
export const waitStepsCache = versionCache("wait steps", ({ steps }) => waitSteps(steps));

/** In the order in which they are written. */
export const waitSteps = (steps: readonly Step[]) =>
  placedSteps(steps).flatMap(({ step, path }) => (step.type === "WAIT_FOR_VARIABLE_VALUE" ? { step, path } : []));

/** A variable as a form asks for it. */
export interface VariableField extends TemplateVariable {
  /** `element`: a selector, which says where something is on the page. `password`: not shown while it is typed. */
  entry: "element" | "password" | WaitKind;
  /** Of the kind `choice`. */
  options: readonly string[];
  /** Whether a stored secret can take its place: it is only typed into elements, and comes with the task. */
  canBeSecret: boolean;
}

/** How a form asks for each variable of a template, in the order of their first use. */
export function variableFields(document: TemplateDocument): VariableField[] {
  const steps = placedSteps(document.steps).map(({ step }) => step);
  // Grouped once, because a template can name thirty thousand variables.
  const allUses = Map.groupBy(steps.flatMap(usesIn), ({ name }) => name);
  const allOptions = Map.groupBy(steps.flatMap(optionsIn), ({ name }) => name);
  return summarize(document).variables.map((variable) => {
    const uses = (allUses.get(variable.name) ?? []).map(({ use }) => use);
    const options = (allOptions.get(variable.name) ?? []).map(({ option }) => option);
    const isAlways = (use: Use) => uses.length > 0 && uses.every((one) => one === use);
    return {
      ...variable,
      entry: entryOf(variable, uses),
      options: options.slice(0, 20),
      canBeSecret: !variable.late && isAlways("typed"),
    };
  });
}

/** `joined`: part of a text that is typed. */
type Use = "element" | "typed" | "joined" | "file" | "flag" | "other";

function entryOf({ name, late, kind }: TemplateVariable, uses: readonly Use[]): VariableField["entry"] {
  if (kind) return kind;
  if (uses.includes("file")) return "file";
  if (uses.includes("flag")) return "yes_no";
  if (late || uses.length === 0) return "text";
  if (uses.every((use) => use === "element")) return "element";
  return isPasswordName(name) ? "password" : "text";
}

function usesIn(step: Step): { name: string; use: Use }[] {
  const compared = step.type === "IF_VALUE" ? [{ name: step.name.permanent, use: "other" as const }] : [];
  return [...compared, ...parametersOf(step).flatMap(([property, parameter]) => usesOf(step, property, parameter))];
}

function usesOf(step: Step, property: string, parameter: TypedParameter): { name: string; use: Use }[] {
  const use = useOf(step, property);
  if ("variable" in parameter) return [{ name: parameter.variable, use }];
  if ("totp" in parameter) return "variable" in parameter.totp ? [{ name: parameter.totp.variable, use }] : [];
  if (!("text" in parameter)) return [];
  return namesIn(parameter.text).map((name) => ({ name, use: use === "typed" ? "joined" : use }));
}

function useOf({ type }: Step, property: string): Use {
  if (property === "selector" || (type === "DRAG" && (property === "from" || property === "to"))) return "element";
  if (property === "file") return "file";
  if (property === "checked" || property === "accept") return "flag";
  return property === "value" ? "typed" : "other";
}

function optionsIn(step: Step): { name: string; option: string }[] {
  if (step.type !== "WAIT_FOR_VARIABLE_VALUE") return [];
  return (step.options?.permanent ?? []).map((option) => ({ name: step.name.permanent, option }));
}
