import { formExpectation } from "@gatepost/contract/expectation";
import type { Problem } from "@gatepost/contract/problem";
import type { WrittenTemplate } from "@gatepost/contract/steps";
import type { Tx } from "@gatepost/db/connect";
import { lockAccount } from "../account/require-below-limit.ts";
import type { Args } from "../context.ts";
import { DomainError, InvalidProperty } from "../errors.ts";
import { log } from "../log.ts";
import { requireChange } from "../permission.ts";
import { lintTemplate } from "./lint.ts";
import { missingSecretWarnings } from "./missing-secret-warnings.ts";
import { asWritten, readDocument } from "./read-document.ts";
import { fromRecording } from "./recording/from-recording.ts";
import { type NewVersion, type PlannedVersion, planVersion, storeVersion } from "./store-version.ts";

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

export interface SavedTemplate {
  version: number;
  warnings: Problem[];
  /** With dryRun. */
  template?: WrittenTemplate;
}

/**
 * Saves a template of the calling account as its next version; an unchanged document makes none. ERROR_BAD_REQUEST with all
 * problems for an invalid document, and for another version than `ifVersion`, a built-in's name without `replaceBuiltIn`,
 * and a limit that is reached. ERROR_ACCESS_DENIED for a key without the right `templates`.
 */
export async function saveOwnTemplate({ ctx, input }: Args<SaveOwnTemplateInput>): Promise<SavedTemplate> {
  const { actor, db } = requireChange(ctx, "templates");
  const { accountId } = actor;
  const keyId = actor.kind === "key" ? actor.keyId : null;
  const { given, warnings: ofRecording } = documentOf(input);
  const document = readDocument(given, actor.kind === "session" ? formExpectation : undefined);
  const saved = { accountId, document, given };
  const ofSecrets = await missingSecretWarnings(ctx, accountId, document.steps);
  const warnings = [...ofRecording, ...lintTemplate(document), ...ofSecrets];
  if (input.dryRun) {
    const { version } = await requireSavable(db.prisma, saved, input);
    return { version, warnings, template: asWritten(given, document) };
  }
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const plan = await requireSavable(tx, saved, input);
    const templateId = await storeVersion(ctx, tx, plan, { ...saved, keyId });
    const { version, current } = plan;
    if (version !== current) log("template saved", { accountId, keyId, templateId, version });
    return { version, warnings };
  });
}

function documentOf({ template, recording, name, late }: SaveOwnTemplateInput): {
  given: unknown;
  warnings: Problem[];
} {
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
        : "Somebody else has saved or deleted this template meanwhile. Reload the page to see it.",
    );
  return plan;
}
