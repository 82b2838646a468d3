import { callbackEvents } from "@gatepost/contract/events";
import { helpName, type onFailures } from "@gatepost/contract/limits";
import { type Args, type Context, requireAccount } from "../platform/context.ts";
import { withoutUserInfo } from "../platform/egress.ts";
import { DomainError } from "../platform/errors.ts";
import { inAccountTurn } from "../platform/turns.ts";
import { storedDocument, writtenDocument } from "../templates/read-document.ts";
import { draftAsSent } from "../templates/save-template.ts";
import { variableFields } from "../templates/summary.ts";
import { type CreateTaskInput, createTask } from "./create-task.ts";

/**
 * What a task of the account was created with, without the values of its variables, which are wiped when it ends: with a template's
 * name or the draft that was sent with it, and those of the named email addresses that are still confirmed. `onFailure`: null if it
 * does what its template says. `cameLate`: the task waited for the variable. ERROR_NO_SUCH_CAPCHA_ID if there is no such task.
 */
export async function getTaskCall({ ctx, input: { taskId } }: Args<{ taskId: number }>) {
  const { accountId } = requireAccount(ctx, "tasks");
  return inAccountTurn(ctx, accountId, () => readTaskCall(ctx, { taskId, accountId }));
}

async function readTaskCall({ db }: Context, { taskId, accountId }: { taskId: number; accountId: number }) {
  const task = await db.prisma.task.findUnique({ where: { id: taskId, accountId } });
  if (!task) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  const [version, late, session, notify] = await Promise.all([
    db.prisma.templateVersion.findUniqueOrThrow({
      where: { id: task.templateVersionId },
      select: { document: true, written: true, template: { select: { name: true, draft: true } } },
    }),
    db.prisma.variable.findMany({ where: { taskId: task.id }, select: { name: true } }),
    task.sessionId === null
      ? null
      : db.prisma.taskSession.findUnique({ where: { id: task.sessionId, accountId }, select: { name: true } }),
    db.prisma.emailAddress.findMany({
      where: { accountId, id: { in: task.notify }, confirmedAt: { not: null } },
      select: { email: true },
      orderBy: { id: "asc" },
    }),
  ]);
  const document = storedDocument(version.document);
  const cameLate = new Set(late.map(({ name }) => name));
  const onFailure: (typeof onFailures)[number] = cameLate.has(helpName) ? "ask" : "fail";
  return {
    templateName: version.template.draft ? null : version.template.name,
    draft: version.template.draft ? draftAsSent(writtenDocument(version)) : null,
    websiteUrl: withoutUserInfo(task.websiteUrl),
    domainsOfInterest: task.domainsOfInterest,
    callbackUrl: task.callbackUrl,
    callbackOn: callbackEvents.filter((event) => task.callbackOn.includes(event)),
    notify: notify.map(({ email }) => email),
    softId: task.applicationId,
    session: session?.name ?? null,
    onFailure: onFailure === (document.onFailure ?? "fail") ? null : onFailure,
    variables: variableFields(document).map((field) => ({ ...field, cameLate: cameLate.has(field.name) })),
  };
}

type RunAgainInput = Pick<CreateTaskInput, "idempotency"> & { taskId: number; variables: Record<string, unknown> };

/**
 * Creates a task with the template, address, application, session, callback, emails and onFailure of another one of the account. The
 * template is its current version. The values are asked for again, because those of the other task may have been wiped, as
 * have its browser settings: the new one has the template's. Throws as createTask does, and ERROR_NO_SUCH_CAPCHA_ID if there
 * is no such task.
 */
export async function runAgain({
  ctx,
  input: { taskId, variables, idempotency },
}: Args<RunAgainInput>): Promise<{ taskId: number }> {
  const call = await getTaskCall({ ctx, input: { taskId } });
  const { templateName, draft, websiteUrl, domainsOfInterest, session, onFailure } = call;
  const { callbackUrl, callbackOn, notify, softId } = call;
  const template = draft ? { template: draft } : { templateName };
  const task = { websiteURL: websiteUrl, ...template, domainsOfInterest, session, onFailure, variables };
  return createTask({ ctx, input: { task, softId, callbackUrl, callbackOn, notify, idempotency } });
}
