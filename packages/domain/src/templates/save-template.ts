import { hash } from "node:crypto";
import { formExpectation, listProblems, type Problem } from "@gatepost/contract/problems";
import { stepPathText } from "@gatepost/contract/step-paths";
import type { Step, TemplateDocument, WrittenTemplate } from "@gatepost/contract/steps";
import type { Tx } from "@gatepost/db/connect";
import { changeAccount, lockAdditions } from "../accounts/account-limits.ts";
import { findMissingSecrets, howToStore } from "../accounts/read-stored-secrets.ts";
import { type Args, type Context, requireAccount, requireChange, requireSystem } from "../platform/context.ts";
import { DomainError, InvalidProperty, isDomainError } from "../platform/errors.ts";
import { canonicalJson } from "../platform/exact-json.ts";
import { log } from "../platform/log.ts";
import { openTurns } from "../platform/turns.ts";
import { draftEnding, templateCache } from "./find-template.ts";
import { ofName, templateNotFound } from "./get-template.ts";
import { lintTemplate } from "./lint.ts";
import { asWritten, checkDocument, problemText, readDocument } from "./read-document.ts";
import { fromRecording } from "./recording/from-recording.ts";
import { requirementsOf } from "./requirements.ts";
import { lockNameSql } from "./sql/lock-name.sql.ts";
import { type NewVersion, type PlannedVersion, planVersion, storeVersion } from "./store-version.ts";
import { type VariableField, variableFields } from "./summary.ts";

/**
 * Saves a template as its next version; existing tasks keep theirs. Without an account it is built in, visible to all. An
 * unchanged document makes no new version. ERROR_BAD_REQUEST if the document is not as templateDocument describes it, with the
 * path of each problem, if the account does not exist, and if it has reached its limit of templates or versions.
 */
export async function saveTemplate({ ctx, input }: Args<{ accountId: number | null; document: unknown }>) {
  requireSystem(ctx);
  const document = readDocument(input.document);
  return ctx.db.transaction(async (tx) => {
    // One writer at a time, so that two saves of one name do not both become its first version.
    if (input.accountId !== null) await lockAdditions(tx, input.accountId);
    else await tx.run(lockNameSql, { name: document.name });
    const saved = { accountId: input.accountId, document, given: input.document };
    const plan = await planVersion(tx, saved);
    return { templateId: await storeVersion(ctx, tx, plan, saved), version: plan.version };
  });
}

export interface SaveOwnTemplateInput {
  /** The document; or a recording instead. */
  template?: unknown;
  /** A user flow of Chrome DevTools' Recorder, of which the document is made. */
  recording?: unknown;
  /** The template's name, with a recording. */
  name?: string | null | undefined;
  /** With a recording: variables whose value comes later. */
  late?: readonly string[] | null | undefined;
  /** Saves only if this is the current version; 0: only if the account has no such template. */
  ifVersion?: number | null | undefined;
  /** Must be true to save under a built-in template's name. */
  replaceBuiltIn?: boolean | null | undefined;
  /** Stores nothing. */
  dryRun?: boolean | null | undefined;
}

/**
 * Saves a template of the calling account as its next version; an unchanged document makes none. `template`: with dryRun.
 * ERROR_BAD_REQUEST with all problems for an invalid document, and for another version than `ifVersion`, a built-in's name
 * without `replaceBuiltIn`, and a limit that is reached. ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function saveOwnTemplate({ ctx, input }: Args<SaveOwnTemplateInput>) {
  const { accountId, keyId, actor } = requireChange(ctx, "templates");
  const { given, warnings: ofRecording } = documentOf(input);
  const { document, ofSteps } = await checkInTurn({ accountId, given }, () => {
    const document = readDocument(given, actor.kind === "person" ? formExpectation : undefined);
    return { document, ofSteps: lintTemplate(document) };
  });
  const saved = { accountId, document, given };
  const ofSecrets = await missingSecretWarnings(ctx, accountId, document.steps);
  const warnings = [...ofRecording, ...ofSteps, ...ofSecrets];
  if (input.dryRun) {
    const { version } = await requireSavable(ctx.db.prisma, saved, input);
    return { version, warnings, template: asWritten(given, document) };
  }
  return changeAccount(ctx, accountId, async (tx) => {
    const plan = await requireSavable(tx, saved, input);
    const templateId = await storeVersion(ctx, tx, plan, { ...saved, keyId });
    const { version, current } = plan;
    if (version !== current) log("template saved", { accountId, keyId, templateId, version });
    return { version, warnings };
  });
}

function documentOf({ template, recording, name, late }: SaveOwnTemplateInput) {
  const [hasTemplate, hasRecording] = [template, recording].map((one) => one !== undefined && one !== null);
  if (hasTemplate === hasRecording)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      hasTemplate
        ? "Both template and recording are given. Leave one of them out."
        : "template is missing: send a template's document, or a recording with a name.",
    );
  if (hasTemplate) return { given: template, warnings: [] };
  if (!name)
    throw new InvalidProperty("name", "name is missing: a recording needs a template's name.", "It is missing.");
  const { document, warnings } = fromRecording({ name, recording, late: late ?? [] });
  return { given: document, warnings };
}

async function requireSavable(
  tx: Pick<Tx, "template" | "templateVersion">,
  saved: NewVersion & { accountId: number },
  { ifVersion, replaceBuiltIn }: SaveOwnTemplateInput,
): Promise<PlannedVersion> {
  const { name } = saved.document;
  if (draftEnding.test(name))
    throw new InvalidProperty(
      "name",
      'A template cannot be saved under the name of a draft. Remove "(draft" and what follows it.',
    );
  const isBuiltIn = { accountId: null, name, currentVersionId: { not: null } };
  if (!replaceBuiltIn && (await tx.template.count({ where: isBuiltIn })) > 0)
    throw new InvalidProperty(
      "name",
      `The template ${JSON.stringify(name)} is built in. Choose another name, or set replaceBuiltIn to true to use yours in its place.`,
      "A built-in template has this name. Choose another one.",
    );
  const plan = await planVersion(tx, saved);
  if (typeof ifVersion === "number" && ifVersion !== (plan.current ?? 0))
    throw new InvalidProperty(
      "name",
      `${plan.current === null ? "The account has no template of this name" : `The current version is ${plan.current}`}, and ifVersion is ${ifVersion}. Read the template with getTemplate before you save it again.`,
      ifVersion === 0
        ? "You already have a template of this name. Choose another one."
        : "Somebody else has saved or deleted this template since. Reload the page to see it.",
    );
  return plan;
}

/** A warning for each secret that a template types and the account has not stored yet, at its first use. */
async function missingSecretWarnings(ctx: Pick<Context, "db">, accountId: number, steps: readonly Step[]) {
  const { secrets } = requirementsOf(steps);
  const missing = await findMissingSecrets(ctx, accountId, [...secrets.keys()]);
  return missing.map((name) => ({
    path: `steps.${stepPathText(secrets.get(name) ?? [])}`,
    message: `It types the secret ${JSON.stringify(name)}, which is not stored in this account yet: ${howToStore(name)} before you create a task.`,
  }));
}

/**
 * Deletes a template of the calling account. Its versions stay as long as tasks may need them. ERROR_TEMPLATE_NOT_FOUND for
 * a name that is not one of the account's own templates; ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function deleteTemplate({ ctx, input }: Args<{ name: string }>): Promise<void> {
  const { accountId, keyId } = requireChange(ctx, "templates");
  const deleted = await changeAccount(ctx, accountId, async (tx) => {
    return tx.template.updateManyAndReturn({
      where: { accountId, ...ofName(input.name) },
      data: { currentVersionId: null, deletedAt: new Date() },
      select: { id: true },
    });
  });
  const [template] = deleted;
  if (!template) throw await templateNotFound(ctx, accountId, input.name, { own: true });
  log("template deleted", { accountId, keyId, templateId: template.id });
}

/**
 * Stores a document that was sent with a task, and returns the name under which createTask finds it. The same document is
 * stored once a day, so that repeated calls cost no more than with a saved template, and not if `check` rejects. ERROR_BAD_REQUEST
 * for an invalid document; ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function saveDraft(
  ctx: Context,
  given: unknown,
  check?: (document: TemplateDocument) => Promise<void>,
): Promise<string> {
  const { accountId, keyId } = requireChange(ctx, "templates");
  const document = await checkInTurn({ accountId, given }, () => draftOf(readTaskTemplate(given), given));
  if (await ctx.cache(templateCache).find(accountId, document.name)) return document.name;
  await check?.(document);
  await changeAccount(ctx, accountId, async (tx) => {
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
    const { problems = [] } = error.details;
    // Only saveTemplate's response has them as a list.
    throw new DomainError(error.code, listProblems(problems.map((one) => `task.template: ${problemText(one)}`)));
  }
}

/** Named after its author's name, its day and what it says; delete-superseded-versions.sql counts on the day. */
function draftOf(document: TemplateDocument, given: unknown): TemplateDocument {
  const day = new Date().toISOString().slice(0, 10);
  const digest = hash("sha256", canonicalJson(asWritten(given, document))).slice(0, 16);
  return { ...document, name: `${[...document.name].slice(0, 150).join("")} (draft ${day} ${digest})` };
}

/** A stored draft under the name that its author gave it. */
export function draftAsSent(document: WrittenTemplate): WrittenTemplate {
  return { ...document, name: document.name.replace(draftEnding, "") };
}

type CheckTemplateInput = Pick<SaveOwnTemplateInput, "template" | "recording" | "name" | "late">;

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
  const given = documentToCheck(input);
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

function documentToCheck({ template, recording, name, late }: CheckTemplateInput) {
  if (recording === undefined) return { document: template, warnings: [] };
  try {
    return fromRecording({ name: name ?? "", recording, late: late ?? [] });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { problems: [...(error.details.problems ?? [{ path: "", message: error.message }])] };
  }
}

const turns = openTurns<number>({
  atOnce: 1,
  rest: 1,
  // Four of the largest.
  most: 1024 * 1024,
  refusal: "Too many large templates of the account are being checked; nothing was done. Try again.",
});

/**
 * Checks one document at a time, because one of thousands of steps takes most of a second, in which the process answers nobody.
 * ERROR_SERVICE_UNAVAILABLE if too many of the account wait.
 */
export function checkInTurn<Checked>(
  { accountId, given }: { accountId: number; given: unknown },
  check: () => Checked,
): Promise<Checked> {
  return turns.during(accountId, JSON.stringify(given)?.length ?? 0, check);
}
