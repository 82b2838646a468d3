import { browserSettings, engines } from "@gatepost/contract/browser-settings";
import { errorCodes } from "@gatepost/contract/errors";
import { limits, longestWait, onFailures, pageLimits, waitForIt } from "@gatepost/contract/limits";
import { waitKinds } from "@gatepost/contract/steps/waits";
import { createLiveLink } from "@gatepost/domain/live/open-live";
import { startRecording } from "@gatepost/domain/live/start-recording";
import type { IdempotencyKey } from "@gatepost/domain/platform/answered-before";
import type { PersonContext } from "@gatepost/domain/platform/context";
import { DomainError } from "@gatepost/domain/platform/errors";
import { cancelTask, cancelTasks } from "@gatepost/domain/tasks/cancel-task";
import { createTask } from "@gatepost/domain/tasks/create-task";
import { getStepPicture, getTask, getTimeline } from "@gatepost/domain/tasks/get-task";
import { getTaskCall, runAgain } from "@gatepost/domain/tasks/get-task-call";
import { getTaskOutcome } from "@gatepost/domain/tasks/get-task-outcome";
import { listOwnTasks } from "@gatepost/domain/tasks/list-tasks";
import { states } from "@gatepost/domain/tasks/states";
import { saveDraft } from "@gatepost/domain/templates/save-template";
import { enteredValue } from "@gatepost/domain/templates/value-form";
import { createAnswerLink, revokeAnswerLinks } from "@gatepost/domain/waits/answer-links";
import { declineVariable, extendWait, pushEntered } from "@gatepost/domain/waits/answer-wait";
import { findWaitingTasks, getInbox } from "@gatepost/domain/waits/inbox";
import { z } from "zod";
import { parseRequest } from "../../http/check-request.ts";
import { followList, followTask, followWaits } from "../../live/follow.ts";
import { listInputWith, longRowId, softId, taskId } from "../inputs.ts";
import { asCaller, router, signedIn } from "../procedures.ts";

const late = z.object({ taskId, name: z.string().max(limits.nameLength) });

/** What a person entered, or a file as JSON. Its error is thrown, because pages do not show those of a schema. */
const entered = z.string().transform((text) => {
  if (Buffer.byteLength(text) > limits.variableBytes)
    throw new DomainError("ERROR_REQUEST_TOO_LARGE", `A value has at most ${limits.variableBytes / 1024} KB here.`);
  return text;
});

const givenValues = z
  .array(
    z.object({
      name: z.string().max(limits.nameLength),
      /** null: it comes later. */
      value: entered.nullable(),
      /** Of the step that waits for it. */
      kind: z.enum(waitKinds).optional(),
    }),
  )
  .max(limits.variables);

function variablesOf(given: z.infer<typeof givenValues>): Record<string, unknown> {
  return Object.fromEntries(
    given.map(({ name, value, kind }) => [name, value === null ? waitForIt : enteredValue(kind ?? "text", value)]),
  );
}

/** What a form names its call, again and again until it has the response: the same input is then one task, which is paid once. */
const attempt = z.string().min(20).max(100).optional();

function onceIn({ vault, actor }: PersonContext, input: { attempt?: string | undefined }): IdempotencyKey | undefined {
  if (input.attempt === undefined) return undefined;
  const fingerprint = vault.fingerprint(input, [actor.accountId, 0, input.attempt]);
  return { key: `portal ${fingerprint.toString("base64url")}`, fingerprint };
}

const taskFilter = {
  state: z.enum(states).optional(),
  errorCode: z.enum(errorCodes).optional(),
  softId: softId.optional(),
  templateName: z
    .string()
    .max(limits.nameLength * 2)
    .optional(),
  search: z.string().max(200).optional(),
  /** Tasks that ended on these days. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  timezone: z.string().max(64).optional(),
};

/** Read as createTask reads them, so that what is refused is said in the same words. */
const browserSettingsOfTask = z.object({
  task: z.object({ engine: z.enum(engines, { error: '"shell" or "full"' }).nullish(), ...browserSettings }),
});

export const tasksRouter = router({
  list: signedIn.input(listInputWith(taskFilter, taskId)).query(asCaller(listOwnTasks)),
  /** The list of tasks, now and whenever a task is created, goes on or ends. */
  followList: signedIn
    .input(listInputWith(taskFilter, taskId))
    .subscription(({ ctx, input, signal }) => followList(ctx, input, signal)),
  /** What tasks wait for, soonest to expire first. */
  waits: signedIn.query(({ ctx }) => getInbox({ ctx: ctx.verb })),
  followInbox: signedIn.subscription(({ ctx, signal }) => followWaits(ctx, getInbox, signal)),
  get: signedIn.input(z.object({ taskId })).query(asCaller(getTask)),
  timeline: signedIn.input(listInputWith({ taskId }, longRowId)).query(asCaller(getTimeline)),
  /** The task and its steps now, and what is new of them whenever it changes, until it has ended. */
  follow: signedIn
    .input(z.object({ taskId }))
    .subscription(({ ctx, input, signal }) => followTask(ctx, input.taskId, signal)),
  /** The tasks that wait for a value, now and whenever they change or are about to end. */
  followWaits: signedIn.subscription(({ ctx, signal }) => followWaits(ctx, findWaitingTasks, signal)),
  /** What it was created with, without values. */
  creatingCall: signedIn.input(z.object({ taskId })).query(asCaller(getTaskCall)),
  /** Creates another one like it. */
  runAgain: signedIn.input(z.object({ taskId, variables: givenValues, attempt })).mutation(({ ctx, input }) =>
    runAgain({
      ctx: ctx.verb,
      input: { taskId: input.taskId, variables: variablesOf(input.variables), idempotency: onceIn(ctx.verb, input) },
    }),
  ),
  /** Runs a template, or a draft of one, as createTask does. */
  create: signedIn
    .input(
      z.object({
        templateName: z.string().max(200).optional(),
        template: z.record(z.string(), z.unknown()).optional(),
        websiteURL: z.string(),
        onFailure: z.enum(onFailures).optional(),
        variables: givenValues,
        settings: z.record(z.string(), z.unknown()).optional(),
        keepsOpen: z.boolean().optional(),
        attempt,
      }),
    )
    .mutation(({ ctx, input }) => {
      const { variables, settings = {}, attempt: _, ...task } = input;
      const browser = parseRequest({ request: browserSettingsOfTask }, { task: settings }).task;
      return createTask({
        ctx: ctx.verb,
        input: {
          task: { ...task, ...browser, variables: variablesOf(variables) },
          idempotency: onceIn(ctx.verb, input),
        },
      });
    }),
  /** Opens a page on which a template is recorded. */
  record: signedIn.input(z.object({ websiteURL: z.string(), attempt })).mutation(({ ctx, input }) =>
    startRecording({
      ctx: ctx.verb,
      input: { websiteURL: input.websiteURL, idempotency: onceIn(ctx.verb, input) },
    }),
  ),
  /** Stores an edited draft, whose name a live page is given to continue with it. */
  saveDraft: signedIn
    .input(z.object({ template: z.record(z.string(), z.unknown()) }))
    .mutation(async ({ ctx, input }) => ({ draft: await saveDraft(ctx.verb, input.template) })),
  picture: signedIn.input(z.object({ taskId, stepId: longRowId })).query(asCaller(getStepPicture)),
  /** What it left, once it has ended. */
  outcome: signedIn
    .input(z.object({ taskId }))
    .query(({ ctx, input }) =>
      ctx.live.resultTurns.during(ctx.accountId, (beforeLarge) =>
        getTaskOutcome({ ctx: ctx.verb, input, beforeLarge }),
      ),
    ),
  push: signedIn
    .input(late.extend({ value: entered, wait: z.string().max(100).optional() }))
    .mutation(({ ctx, input: { value, ...input } }) =>
      pushEntered({ ctx: ctx.verb, input: { ...input, entered: value } }),
    ),
  decline: signedIn.input(late.extend({ reason: z.string().max(500) })).mutation(asCaller(declineVariable)),
  extend: signedIn
    .input(late.extend({ seconds: z.number().positive().max(longestWait) }))
    .mutation(({ ctx, input }) => extendWait({ ctx: ctx.verb, input: { ...input, added: true } })),
  createLink: signedIn.input(late).mutation(async ({ ctx, input }) => {
    const { token } = await createAnswerLink({ ctx: ctx.verb, input });
    return { path: `/answer/${token}` };
  }),
  /** A link to the live page, with which its holder may take it over. */
  createLiveLink: signedIn.input(z.object({ taskId, control: z.boolean() })).mutation(async ({ ctx, input }) => {
    const { token } = await createLiveLink({ ctx: ctx.verb, input });
    return { path: `/live/${token}` };
  }),
  /** Without a name: the links to the live page. */
  revokeLinks: signedIn.input(late.partial({ name: true })).mutation(asCaller(revokeAnswerLinks)),
  cancel: signedIn.input(z.object({ taskId })).mutation(asCaller(cancelTask)),
  cancelMany: signedIn
    .input(z.object({ taskIds: z.array(taskId).min(1).max(pageLimits.max) }))
    .mutation(asCaller(cancelTasks)),
});
