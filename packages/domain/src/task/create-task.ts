import type { BrowserSettings } from "@gatepost/contract/browser-settings";
import type { CallbackEvent } from "@gatepost/contract/callback-events";
import type { Engine } from "@gatepost/contract/engines";
import { limits } from "@gatepost/contract/limits";
import type { Args, Context } from "../context.ts";
import { findNamedAddresses } from "../email-address/find-named-addresses.ts";
import { DomainError, refuse } from "../errors.ts";
import { findAnswer, type IdempotencyKey, replay } from "../idempotency/find-answers.ts";
import { requireVerifiableChange } from "../permission.ts";
import { openSession } from "../session/open-session.ts";
import { requireStored } from "../stored-secret/require-stored.ts";
import type { FoundTemplate } from "../template/find-template.ts";
import { givenProblem } from "../template/given-values.ts";
import { lateVariables, variablesProblem } from "../template/requirements.ts";
import { saveDraft } from "../template/save-draft.ts";
import { templateNotFound } from "../template/template-not-found.ts";
import { websiteProblem } from "./egress.ts";
import { insertTasks } from "./insert-tasks.ts";
import { releaseHeldTasks } from "./release-held-tasks.ts";
import { settingsOf, type TaskSettings, withSettings } from "./task-settings.ts";
import { splitUserInfo, withoutUserInfo } from "./user-info.ts";

export interface CreateTaskInput {
  task: {
    websiteURL: string;
    templateName?: string | null | undefined;
    /** A draft in place of a template's name. */
    template?: unknown;
    variables?: Record<string, unknown> | null | undefined;
    domainsOfInterest?: string[] | null | undefined;
    engine?: Engine | null | undefined;
    /** The session whose cookies and storage it continues; left out: the template's. */
    session?: string | null | undefined;
  } & Partial<BrowserSettings>;
  softId?: number | null | undefined;
  callbackUrl?: string | null | undefined;
  callbackOn?: readonly CallbackEvent[] | null | undefined;
  /** Confirmed addresses of the account that get an email when the task begins to wait. */
  notify?: readonly string[] | null | undefined;
  idempotency?: IdempotencyKey | undefined;
}

/**
 * Creates a task, in one commit: stores it, holds its price, counts its user and notifies workers. Throws
 * ERROR_WEBSITE_NOT_ALLOWED, ERROR_TEMPLATE_NOT_FOUND, ERROR_INCORRECT_SESSION_DATA, ERROR_ZERO_BALANCE,
 * ERROR_NO_SLOT_AVAILABLE, ERROR_REQUEST_TOO_LARGE, ERROR_ACCESS_DENIED (the key is read-only or lacks the right).
 */
export async function createTask({ ctx, input }: Args<CreateTaskInput>): Promise<{ taskId: number }> {
  const { actor, keyId } = requireVerifiableChange(ctx, "tasks");
  const { accountId, address } = actor;
  const answer = await findAnswer(ctx, accountId, input.idempotency);
  if (answer) return replay<{ taskId: number }>(answer);
  checkAddresses(ctx, input);
  const { address: websiteUrl, userInfo } = splitUserInfo(input.task.websiteURL);
  const { task } = input;
  const settings = { ...settingsOf(task, websiteUrl, userInfo), ...(task.template ? { isDraft: true } : {}) };
  const name = task.template ? await saveDraft(ctx, task.template) : (task.templateName ?? "");
  const notify = await findNamedAddresses(ctx, accountId, input.notify ?? []);
  const taskId = await ctx.taskIds.next();

  for (;;) {
    const template = await ctx.templates.find(accountId, name);
    if (!template) throw await templateNotFound(ctx, accountId, name);
    if (template.problem) throw new DomainError("ERROR_BAD_REQUEST", `${template.problem} Save the template anew.`);
    await requireStored(ctx, accountId, [...template.requirements.secrets.keys()]);
    const sealed = sealVariables(ctx, [accountId, taskId, "given"], template, task.variables ?? {}, settings);
    const sessionName = task.session ?? template.session;
    const sessionId = sessionName ? await openSession(ctx, sessionName) : null;
    const outcome = await ctx.batch(insertTasks, {
      taskId,
      accountId,
      keyId,
      softId: input.softId || null,
      templateName: template.name,
      versionId: template.versionId,
      websiteUrl,
      domains: input.task.domainsOfInterest?.map(withoutUserInfo) ?? [],
      callbackUrl: input.callbackUrl || null,
      callbackOn: input.callbackOn ?? [],
      notify,
      address,
      idempotency: input.idempotency ?? null,
      sessionId,
      ...sealed,
    });
    switch (outcome.status) {
      case "created":
        // The task is there whatever becomes of this; a later tick tries it again.
        if (sessionId !== null) await releaseHeldTasks(ctx, [sessionId]).catch(() => {});
        return { taskId };
      case "refused":
        return refuse(outcome);
      case "answered":
        return replay<{ taskId: number }>(outcome);
      case "stale":
        ctx.templates.delete(accountId, name);
    }
  }
}

function checkAddresses({ settings }: Context, { task, callbackUrl, callbackOn }: CreateTaskInput): void {
  if (task.websiteURL.length > limits.urlLength)
    throw new DomainError("ERROR_REQUEST_TOO_LARGE", `task.websiteURL has more than ${limits.urlLength} characters.`);
  const problem = websiteProblem(task.websiteURL, settings.egress);
  if (problem) throw new DomainError("ERROR_WEBSITE_NOT_ALLOWED", `task.websiteURL ${problem}`);
  const callbackProblem = callbackUrl && websiteProblem(callbackUrl, settings.egress);
  if (callbackProblem) throw new DomainError("ERROR_BAD_REQUEST", `callbackUrl ${callbackProblem}`);
  if (callbackUrl && splitUserInfo(callbackUrl).userInfo)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      "callbackUrl must not hold a user name or password. Callbacks are signed: verify their signature instead.",
    );
  if (callbackOn?.length && !callbackUrl)
    throw new DomainError("ERROR_BAD_REQUEST", "callbackOn needs a callbackUrl to send to.");
}

/** Only variables that the template uses are stored: given values together, encrypted, and late variables by name. */
function sealVariables(
  { vault }: Context,
  place: readonly [accountId: number, taskId: number, name: string],
  template: FoundTemplate,
  variables: Record<string, unknown>,
  settings: TaskSettings,
) {
  const problem = variablesProblem(template.requirements, variables);
  if (problem) throw new DomainError("ERROR_INCORRECT_SESSION_DATA", problem);
  const formProblem = givenProblem(template.requirements, variables);
  if (formProblem) throw new DomainError("ERROR_BAD_REQUEST", formProblem);
  const late = lateVariables(template.requirements, variables);
  const isLate = new Set(late.map(({ name }) => name));
  const given = Object.fromEntries(
    template.requirements.names.filter((name) => !isLate.has(name)).map((name) => [name, variables[name]]),
  );
  return { late, given: vault.seal(JSON.stringify(withSettings(given, settings)), place) };
}
