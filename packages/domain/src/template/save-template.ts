import { forbiddenNames, limits } from "@gatepost/contract/limits";
import { type Step, type TemplateDocument, templateDocument } from "@gatepost/contract/steps";
import { lockAccount } from "../account/require-below-limit.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { readName, readText } from "../name.ts";
import { requireSystem } from "../permission.ts";
import { lockNameSql } from "./lock-name.sql.ts";
import { patternProblem, patternsProblem } from "./pattern.ts";
import { requireVersionLimit } from "./require-version-limit.ts";
import { patternsOf, requirementsOf } from "./requirements.ts";
import { selectorProblem } from "./selector.ts";

export interface SaveTemplateInput {
  /** null: built in, visible to all. */
  accountId: number | null;
  /** As templateDocument describes it; what breaks it is named with its path. */
  document: unknown;
}

/**
 * Saves a template as its next version; tasks that exist keep theirs. An unchanged document makes no version.
 * ERROR_BAD_REQUEST where the document is not one, such as a wait whose name is not permanent, where the account is not
 * there, and where it has as many templates or versions as it may.
 */
export async function saveTemplate({
  ctx,
  input,
}: {
  ctx: Context;
  input: SaveTemplateInput;
}): Promise<{ templateId: number; version: number }> {
  requireSystem(ctx);
  const document = readDocument(input.document);
  return ctx.db.transaction(async (tx) => {
    // One writer at a time: two saves of one name must not both become its first version.
    if (input.accountId !== null) await lockAccount(tx, input.accountId);
    else await tx.run(lockNameSql, { name: document.name });
    const known = await tx.template.findFirst({
      where: { accountId: input.accountId, name: document.name },
      select: { id: true, currentVersion: { select: { number: true, document: true } } },
    });
    if (known?.currentVersion && isSame(known.currentVersion.document, document))
      return { templateId: known.id, version: known.currentVersion.number };
    if (input.accountId !== null) await requireVersionLimit(ctx, tx, input.accountId, known === null);
    const template =
      known ??
      (await tx.template.create({ data: { accountId: input.accountId, name: document.name }, select: { id: true } }));
    const number = (known?.currentVersion?.number ?? 0) + 1;
    const version = await tx.templateVersion.create({
      data: { templateId: template.id, number, document: document as object },
      select: { id: true },
    });
    await tx.template.update({ where: { id: template.id }, data: { currentVersionId: version.id } });
    return { templateId: template.id, version: number };
  });
}

/** The document of a template. ERROR_BAD_REQUEST where it is none, with the path of what breaks it. */
export function readDocument(given: unknown): TemplateDocument {
  const read = templateDocument.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `${issue?.path.join(".") || "The template"}: ${issue?.message ?? "cannot be read"}.`,
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(read.data));
  if (bytes > limits.templateBytes)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `The template has ${bytes} bytes as JSON, and may have ${limits.templateBytes}. Shorten its texts, or make them variables.`,
    );
  const unstorable = unstorableText(read.data);
  if (unstorable)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `${unstorable.join(".")}: holds a NUL or half a surrogate pair, which is no text.`,
    );
  for (const name of requirementsOf(read.data.steps).names) {
    if (forbiddenNames.includes(name))
      throw new DomainError("ERROR_BAD_REQUEST", `A variable cannot be named ${name}.`);
  }
  const problem = patternsProblem(patternsOf(read.data.steps));
  if (problem) throw new DomainError("ERROR_BAD_REQUEST", problem);
  read.data.steps.forEach((step: Step, index, steps) => {
    if (step.type === "ASK_AGAIN_IF_TEXT" && !isWaitedFor(step.name.permanent, steps.slice(0, index)))
      throw new DomainError(
        "ERROR_BAD_REQUEST",
        `steps.${index}.name: no step WAIT_FOR_VARIABLE_VALUE for ${step.name.permanent} stands before it.`,
      );
    const pattern = step.type === "WAIT_FOR_VARIABLE_VALUE" && step.pattern && patternProblem(step.pattern.permanent);
    if (pattern) throw new DomainError("ERROR_BAD_REQUEST", `steps.${index}.pattern ${pattern}.`);
    const given = "selector" in step && step.selector;
    const selector = given && "permanent" in given && selectorProblem(given.permanent);
    if (selector) throw new DomainError("ERROR_BAD_REQUEST", `steps.${index}.selector: ${selector}.`);
  });
  const name = readName("name", read.data.name, 200);
  const description = readText("description", read.data.description, 2_000);
  return { ...read.data, name, description };
}

/** The path of a text that PostgreSQL cannot keep, if there is one. */
function unstorableText(value: unknown, path: string[] = []): string[] | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorableText(inner, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

function isWaitedFor(name: string, steps: readonly Step[]): boolean {
  return steps.some((step) => step.type === "WAIT_FOR_VARIABLE_VALUE" && step.name.permanent === name);
}

function isSame(stored: unknown, document: TemplateDocument): boolean {
  return canonicalJson(stored) === canonicalJson(document);
}
