import { createHash } from "node:crypto";
import type { TemplateDocument, WrittenTemplate } from "@gatepost/contract/steps";
import { lockAccount } from "../account/require-below-limit.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Context } from "../context.ts";
import { DomainError, isDomainError } from "../errors.ts";
import { requireChange } from "../permission.ts";
import { asWritten, readDocument } from "./read-document.ts";
import { planVersion, storeVersion } from "./store-version.ts";

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
  if (await ctx.templates.find(accountId, document.name)) return document.name;
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
