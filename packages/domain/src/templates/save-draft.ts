import { createHash } from "node:crypto";
import { formExpectation, type Problem } from "@gatepost/contract/problems";
import type { TemplateDocument, WrittenTemplate } from "@gatepost/contract/steps";
import { lockAccount } from "../accounts/account-limits.ts";
import { type Args, type Context, requireAccount, requireChange } from "../platform/context.ts";
import { DomainError, isDomainError } from "../platform/errors.ts";
import { canonicalJson } from "../platform/exact-json.ts";
import { templateCache } from "./find-template.ts";
import { lintTemplate } from "./lint.ts";
import { asWritten, checkDocument, readDocument } from "./read-document.ts";
import { fromRecording } from "./recording/from-recording.ts";
import { planVersion, storeVersion } from "./store-version.ts";
import { type VariableField, variableFields } from "./summary.ts";

/**
 * Stores a document that was sent with a task, and returns the name under which createTask finds it. The same document is
 * stored once a day, so that repeated calls cost no more than with a saved template. ERROR_BAD_REQUEST for an invalid
 * document; ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function saveDraft(ctx: Context, given: unknown): Promise<string> {
  // A write must not rest on a key from the cache, which may have been revoked; the endpoint verifies it and calls again.
  if (ctx.actor.kind === "cached key") throw new DomainError("ERROR_KEY_DOES_NOT_EXIST");
  const { actor, db } = requireChange(ctx, "templates");
  const { accountId } = actor;
  const keyId = actor.kind === "key" ? actor.keyId : null;
  const document = draftOf(readTaskTemplate(given), given);
  if (await ctx.cache(templateCache).find(accountId, document.name)) return document.name;
  await db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const plan = await planVersion(tx, { accountId, document, given });
    await storeVersion(ctx, tx, plan, { accountId, document, given, keyId, draft: true });
  });
  return document.name;
}

function readTaskTemplate(given: unknown): TemplateDocument {
  try {
    return readDocument(given);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // Only saveTemplate's response has all problems.
    throw new DomainError(error.code, `task.template: ${error.message}`);
  }
}

/** Named after its author's name, its day and what it says; delete-superseded-versions.sql counts on the day. */
function draftOf(document: TemplateDocument, given: unknown): TemplateDocument {
  const day = new Date().toISOString().slice(0, 10);
  const hash = createHash("sha256")
    .update(canonicalJson(asWritten(given, document)))
    .digest("hex")
    .slice(0, 16);
  return { ...document, name: `${[...document.name].slice(0, 150).join("")} (draft ${day} ${hash})` };
}

/** A stored draft under the name that its author gave it. */
export function draftAsSent(document: WrittenTemplate): WrittenTemplate {
  return { ...document, name: document.name.replace(/ \(draft \d{4}-\d\d-\d\d [0-9a-f]{16}\)$/, "") };
}

interface CheckTemplateInput {
  /** The document; or a recording, with the name of the template that it should become. */
  template?: unknown;
  recording?: unknown;
  name?: string | undefined;
  late?: readonly string[] | undefined;
}

interface CheckedTemplate {
  /** What keeps it from being saved, by its content; empty if nothing does. */
  problems: Problem[];
  /** Likely mistakes, which do not keep it from being saved. */
  warnings: Problem[];
  /** Without problems: the document as it would be stored, and the variables that it uses. */
  template: WrittenTemplate | null;
  variables: VariableField[];
}

/** What saveTemplate would say of a document or a recording, for an editor. Stores and reads nothing. */
export function checkTemplate({ ctx, input }: Args<CheckTemplateInput>): CheckedTemplate {
  requireAccount(ctx, null);
  const given = documentOf(input);
  if ("problems" in given) return { problems: given.problems, warnings: [], template: null, variables: [] };
  const checked = checkDocument(given.document, formExpectation);
  if ("problems" in checked) return { problems: checked.problems, warnings: [], template: null, variables: [] };
  const { document } = checked;
  const warnings = [...given.warnings, ...lintTemplate(document)];
  return {
    problems: [],
    warnings,
    template: asWritten(given.document, document),
    variables: variableFields(document),
  };
}

function documentOf({ template, recording, name = "", late = [] }: CheckTemplateInput) {
  if (recording === undefined) return { document: template, warnings: [] };
  try {
    return fromRecording({ name, recording, late });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { problems: [...(error.details.problems ?? [{ path: "", message: error.message }])] };
  }
}
