import type { BrowserSettings, Engine } from "@gatepost/contract/browser-settings";
import { normalEmail } from "@gatepost/contract/email";
import type { ErrorCode } from "@gatepost/contract/errors";
import type { CallbackEvent } from "@gatepost/contract/events";
import { helpName, helpOptions, isLonger, limits, type onFailures, waitForIt } from "@gatepost/contract/limits";
import { listProblems } from "@gatepost/contract/problems";
import type { TemplateDocument } from "@gatepost/contract/steps";
import { changeAccount, requireBelowLimit } from "../accounts/account-limits.ts";
import { findMissingSecrets, howToStore } from "../accounts/read-stored-secrets.ts";
import { findAnswer, type IdempotencyKey, replay } from "../platform/answered-before.ts";
import { type Args, type Context, requireChange, requireVerifiableChange } from "../platform/context.ts";
import { splitUserInfo, websiteProblem, withoutUserInfo } from "../platform/egress.ts";
import { DomainError, InvalidProperty, isDomainError, joinRefusals, refuse } from "../platform/errors.ts";
import { typed } from "../platform/exact-json.ts";
import { readName } from "../platform/name.ts";
import type { Bound } from "../platform/vault.ts";
import { type FoundTemplate, needsOf, templateCache } from "../templates/find-template.ts";
import { templateNotFound } from "../templates/get-template.ts";
import { matchingWork } from "../templates/pattern.ts";
import { lateVariables, type Requirements, variablesProblem } from "../templates/requirements.ts";
import { saveDraft } from "../templates/save-template.ts";
import { formText, valueProblem } from "../templates/value-form.ts";
import { releaseHeldTasks } from "./end-tasks.ts";
import { insertTasks, taskIds } from "./insert-tasks.ts";
import { settingsOf, type TaskSettings, withSettings } from "./task-settings.ts";

export interface CreateTaskInput {
  task: {
    websiteURL: string;
    templateName?: string | null | undefined;
    /** A draft in place of a template's name. */
    template?: unknown;
    /** Of a draft: whether its page stays open for those who watch it, once its steps are done. */
    keepsOpen?: boolean | undefined;
    variables?: Record<string, unknown> | null | undefined;
    domainsOfInterest?: string[] | null | undefined;
    engine?: Engine | null | undefined;
    /** The session whose cookies and storage it continues; left out: the template's. */
    session?: string | null | undefined;
    /** What it does when a step fails; left out: what the template says. */
    onFailure?: (typeof onFailures)[number] | null | undefined;
  } & Partial<BrowserSettings>;
  softId?: number | null | undefined;
  callbackUrl?: string | null | undefined;
  callbackOn?: readonly CallbackEvent[] | null | undefined;
  /** Confirmed addresses of the account that get an email when the task begins to wait. */
  notify?: readonly string[] | null | undefined;
  /** A person records a template on its page: it is announced to nobody, and no wait or failure of the account. */
  isRecording?: boolean;
  idempotency?: IdempotencyKey | undefined;
}

/**
 * Creates a task, in one commit: stores it, holds its price, counts its user and notifies workers. Throws
 * ERROR_WEBSITE_NOT_ALLOWED, ERROR_TEMPLATE_NOT_FOUND, ERROR_INCORRECT_SESSION_DATA, ERROR_ZERO_BALANCE,
 * ERROR_NO_SLOT_AVAILABLE, ERROR_REQUEST_TOO_LARGE, ERROR_ACCESS_DENIED (the key is read-only or lacks the right).
 */
export async function createTask({ ctx, input }: Args<CreateTaskInput>): Promise<{ taskId: number }> {
  const { actor, accountId, keyId } = requireVerifiableChange(ctx, "tasks");
  const answer = input.idempotency && (await findAnswer(ctx, accountId, input.idempotency));
  if (answer) return replay<{ taskId: number }>(answer);
  const { task, notify: named } = input;
  const { address: websiteUrl, userInfo } = splitUserInfo(task.websiteURL);
  const refusals: DomainError[] = [];
  const keep = (refusal: unknown): undefined => {
    if (!isDomainError(refusal) || !ofTheInput.has(refusal.code)) throw refusal;
    refusals.push(refusal);
  };
  let settings: TaskSettings = {};
  try {
    checkAddresses(ctx, input);
    settings = settingsOf(task, websiteUrl, userInfo);
  } catch (refusal) {
    keep(refusal);
  }
  const notify = named?.length ? await findNamedAddresses(ctx, accountId, named).catch(keep) : [];
  const checkDraft = async ({ steps }: TemplateDocument) => {
    await checkTemplate(ctx, accountId, needsOf(steps), task.variables ?? {});
    if (refusals.length > 0) throw joinRefusals(refusals.splice(0));
  };
  const name = task.template ? await saveDraft(ctx, task.template, checkDraft).catch(keep) : (task.templateName ?? "");
  const taskId = await ctx.cache(taskIds).next();
  for (;;) {
    const template = name !== undefined && (await findTemplate(ctx, accountId, name, task).catch(keep));
    if (name === undefined || !template || !notify || refusals.length > 0) throw joinRefusals(refusals);
    const sealed = sealVariables(ctx, [accountId, taskId, "given"], template, task, settings);
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
      address: actor.address,
      idempotency: input.idempotency ?? null,
      sessionId,
      recording: input.isRecording ?? false,
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
        ctx.cache(templateCache).delete(accountId, name);
    }
  }
}

/** Refusals of what the caller gave, which are reported together. */
const ofTheInput = new Set<ErrorCode>([
  "ERROR_BAD_REQUEST",
  "ERROR_INCORRECT_SESSION_DATA",
  "ERROR_REQUEST_TOO_LARGE",
  "ERROR_TEMPLATE_NOT_FOUND",
  "ERROR_WEBSITE_NOT_ALLOWED",
]);

type AskedTask = CreateTaskInput["task"];

/** The account's template of this name, with which such a task can run. */
async function findTemplate(ctx: Context, accountId: number, name: string, task: AskedTask): Promise<FoundTemplate> {
  const templates = ctx.cache(templateCache);
  for (;;) {
    const template = await templates.find(accountId, name);
    if (!template || (template.draft && !task.template)) throw await templateNotFound(ctx, accountId, name);
    try {
      await checkTemplate(ctx, accountId, template, task.variables ?? {});
      return template;
    } catch (refusal) {
      // The template may have been saved since this process read it, which the statement would notice.
      templates.delete(accountId, name);
      const current = await templates.find(accountId, name);
      if (current?.versionId === template.versionId) throw refusal;
    }
  }
}

/** Throws for a template that cannot run with these variables, naming all that is wrong with them. */
async function checkTemplate(
  ctx: Context,
  accountId: number,
  { problem, requirements }: Pick<FoundTemplate, "problem" | "requirements">,
  variables: Record<string, unknown>,
): Promise<void> {
  const refusals: DomainError[] = [];
  const refuseFor = (message: string | undefined, code: ErrorCode = "ERROR_BAD_REQUEST") => {
    if (message) refusals.push(new DomainError(code, message));
  };
  refuseFor(problem && `${problem} Save the template anew.`);
  if (requirements.secrets.size > 0) refuseFor(await missingSecretsProblem(ctx, accountId, requirements.secrets));
  refuseFor(variablesProblem(requirements, variables), "ERROR_INCORRECT_SESSION_DATA");
  // If the template has a problem, it may be that its patterns take too long.
  if (!problem) refuseFor(givenProblem(requirements, variables));
  if (refusals.length > 0) throw joinRefusals(refusals);
}

/** What a step that has failed waits for, as the task's other late variables. */
const helpVariable = {
  name: helpName,
  form: formText({ kind: "choice", options: helpOptions, pattern: null }),
};

function checkAddresses({ settings }: Context, { task, callbackUrl, callbackOn }: CreateTaskInput): void {
  if (isLonger(task.websiteURL, limits.urlLength))
    throw new DomainError("ERROR_REQUEST_TOO_LARGE", `task.websiteURL has more than ${limits.urlLength} characters.`);
  const problem = websiteProblem(task.websiteURL, settings.egress);
  const ofCallback: string[] = [];
  const callbackProblem = callbackUrl && websiteProblem(callbackUrl, settings.egress);
  if (callbackProblem) ofCallback.push(`callbackUrl ${callbackProblem}`);
  if (callbackUrl && splitUserInfo(callbackUrl).userInfo)
    ofCallback.push(
      "callbackUrl must not hold a user name or password. Callbacks are signed: verify their signature instead.",
    );
  if (callbackOn?.length && !callbackUrl) ofCallback.push("callbackOn needs a callbackUrl to send to.");
  if (problem) {
    const message = listProblems([`task.websiteURL ${problem}`, ...ofCallback]);
    throw new InvalidProperty("websiteURL", message, `It ${problem}`, "ERROR_WEBSITE_NOT_ALLOWED");
  }
  if (ofCallback.length > 0) throw new DomainError("ERROR_BAD_REQUEST", listProblems(ofCallback));
}

/** Only variables that the template uses are stored: given values together, encrypted, and late variables by name. */
function sealVariables(
  { vault }: Context,
  bound: Bound,
  { requirements, asks }: FoundTemplate,
  { variables, onFailure }: AskedTask,
  settings: TaskSettings,
) {
  const values = variables ?? {};
  const late = lateVariables(requirements, values);
  if (onFailure ? onFailure === "ask" : asks) late.push(helpVariable);
  const given: Record<string, unknown> = {};
  for (const name of requirements.names) if (values[name] !== waitForIt) given[name] = values[name];
  return { late, given: vault.seal(JSON.stringify(withSettings(given, settings)), bound) };
}

/** The ids of addresses of the account that a task names. ERROR_BAD_REQUEST if one is not confirmed, or not the account's. */
async function findNamedAddresses({ db }: Context, accountId: number, named: readonly string[]): Promise<number[]> {
  const emails = [...new Set(named.map(normalEmail))];
  const found = await db.prisma.emailAddress.findMany({
    where: { accountId, email: { in: emails }, confirmedAt: { not: null } },
    select: { id: true, email: true },
  });
  const missing = emails.filter((email) => !found.some((address) => address.email === email));
  if (missing.length > 0)
    throw new DomainError(
      "ERROR_BAD_REQUEST",
      `notify has ${missing.map((email) => JSON.stringify(email)).join(", ")}, not confirmed for this account. Add such an address on the portal's Account page; its owner confirms it.`,
    );
  return found.map(({ id }) => id);
}

/**
 * What is wrong with the values that createTask brings for variables whose first wait declares a kind or a pattern, as
 * sentences without the values; undefined if nothing is. Together they take no longer to match than one pushed value may.
 */
export function givenProblem({ waits }: Pick<Requirements, "waits">, given: Record<string, unknown>) {
  const problems: string[] = [];
  let work = 0;
  for (const [name, form] of waits) {
    if ((form.kind === null && form.pattern === null) || given[name] === waitForIt) continue;
    if (!Object.hasOwn(given, name)) continue;
    const text = typed(given[name]);
    if (form.pattern !== null) work += matchingWork(form.pattern, text);
    if (work > limits.patternWork)
      return "task.variables: The values are too long together for the patterns that the template declares.";
    const problem = valueProblem(form, given[name], text);
    if (problem) problems.push(`task.variables.${name}: ${problem}`);
  }
  return problems.length > 0 ? problems.join(" ") : undefined;
}

/**
 * The id of the account's session of that name, which begins empty if there is none yet. ERROR_BAD_REQUEST for a name that cannot
 * be stored and at the limit of sessions.
 */
export async function openSession(ctx: Context, given: string): Promise<number> {
  const { accountId } = requireVerifiableChange(ctx, "tasks");
  const name = readName("session", given, limits.sessionNameLength);
  const id = await findSession(ctx.db.prisma, accountId, name);
  if (id !== undefined) return id;
  // Not by a key from the cache.
  requireChange(ctx, "tasks");
  return changeAccount(ctx, accountId, async (tx) => {
    // Of two first tasks at once, the later one finds the earlier one's.
    const there = await findSession(tx, accountId, name);
    if (there !== undefined) return there;
    requireBelowLimit(ctx, "sessions", await tx.taskSession.count({ where: { accountId } }));
    const created = await tx.taskSession.create({ data: { accountId, name }, select: { id: true } });
    return created.id;
  });
}

async function findSession(tx: Pick<Context["db"]["prisma"], "taskSession">, accountId: number, name: string) {
  const found = await tx.taskSession.findUnique({
    where: { accountId_name: { accountId, name } },
    select: { id: true },
  });
  return found?.id;
}

/** What to do if the account has not stored every secret that a task's template types. */
async function missingSecretsProblem(
  ctx: Pick<Context, "db">,
  accountId: number,
  secrets: ReadonlyMap<string, unknown>,
): Promise<string | undefined> {
  const [missing, ...others] = await findMissingSecrets(ctx, accountId, [...secrets.keys()]);
  if (missing === undefined) return undefined;
  const more = others.length > 0 ? ` Also missing: ${others.map((name) => JSON.stringify(name)).join(", ")}.` : "";
  return `The template types the secret ${JSON.stringify(missing)}, which is not stored in this account: ${howToStore(missing)}.${more}`;
}
