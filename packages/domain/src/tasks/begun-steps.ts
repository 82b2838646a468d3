import { valueAt } from "@gatepost/contract/json-value";
import { helpName, helpOptions } from "@gatepost/contract/limits";
import { stepPathText } from "@gatepost/contract/step-paths";
import type { Step, StepType, TemplateDocument } from "@gatepost/contract/steps";
import type { Batch } from "../platform/coalesce.ts";
import { type AppContext, type Args, requireWorker } from "../platform/context.ts";
import type { Held } from "../platform/heartbeat.ts";
import { storeBytes } from "../platform/stored-objects.ts";
import type { Bound, Vault } from "../platform/vault.ts";
import type { waitSteps } from "../templates/summary.ts";
import { beginStepsSql } from "./sql/begin-steps.sql.ts";
import { noteStepSql } from "./sql/note-step.sql.ts";
import { recordPictureSql } from "./sql/record-picture.sql.ts";

export interface BegunStep {
  /** Its place among all steps that the run has begun, from 1; 0 is the opening of websiteURL. */
  nth: number;
  /** The top-level step that it is, or that nests it, from 1. */
  step: number;
  /** Of a nested step, its place below the document's steps, from 0; null: it is the step of that number itself. */
  path?: readonly string[] | null;
  type: StepType;
  /** Milliseconds since it began; 0 where absent. */
  ms?: number;
  /** A WebP or PNG without secrets. */
  picture?: Uint8Array | undefined;
  /** It was recorded before, and is recorded again with its picture. */
  isRecorded?: boolean | undefined;
}

/** Steps that have begun and are to be recorded, in order. */
export interface BegunSteps {
  steps: readonly BegunStep[];
  /** Whether one of them may submit something: from the commit on, the task is never run again. */
  maySubmit: boolean;
}

/**
 * Larger than the number of steps in a run, and than any id that the database's sequence gave to a row before workers chose
 * the ids.
 */
const stepsOfRun = 2 ** 32;

/**
 * The id of a step in its task's timeline. The worker chooses it, so that it can refer to a row that is not written yet, and
 * write the row again when the response was lost.
 */
export function stepIdOf(fence: number, nth: number): number {
  return fence * stepsOfRun + nth;
}

/** Where the task is, if any of the steps are new. */
export function presentPlace(begun: BegunSteps | undefined) {
  const present = begun?.steps.findLast(({ isRecorded }) => !isRecorded);
  return { step: present?.step ?? null, path: present?.path ?? null };
}

/**
 * The rows of the timeline, with their pictures encrypted. A step without a picture is in the row of the one that began after
 * it, as `timeline_of` in the database reads it: a row and its key take 190 bytes of the write-ahead log, and this takes 25.
 */
export function stepRows(vault: Vault, { taskId, accountId, fence }: Held, { steps }: BegunSteps) {
  let before: BegunStep[] = [];
  return steps.flatMap((begun, at) => {
    const { nth, step, path = null, type, ms = 0, picture } = begun;
    if (!picture && steps[at + 1]?.nth === nth + 1) {
      before.unshift(begun);
      return [];
    }
    const earlier = before.map((one) => {
      const place = [one.step, one.type, Math.round((one.ms ?? 0) - ms)];
      return one.path ? [...place, one.path] : place;
    });
    before = [];
    return {
      id: stepIdOf(fence, nth),
      taskId,
      step,
      path,
      type,
      ms,
      picture: picture ? vault.seal(picture, [accountId, taskId, "picture"]) : null,
      earlier: earlier.length > 0 ? earlier : null,
    };
  });
}

interface RecordPictureInput extends Held {
  /** The recorded step that it shows, as in BegunStep. */
  nth: number;
  /** A WebP or PNG without secrets. */
  picture: Uint8Array;
}

/**
 * Stores a picture of the page with a step of the task, and returns the step's id in the timeline; null, and nothing is
 * stored, if another worker has the task or it has ended.
 */
export async function recordPicture({ ctx, input }: Args<RecordPictureInput>): Promise<number | null> {
  const { actor, db } = requireWorker(ctx);
  const { taskId, accountId, fence, nth, picture } = input;
  const { sealed, objectId } = await storeBytes(ctx, picture, [accountId, taskId, "picture"]);
  const params = { taskId, fence, workerId: actor.workerId, stepId: stepIdOf(fence, nth), picture: sealed, objectId };
  const [step] = await db.run(recordPictureSql, params);
  return step?.stepId ?? null;
}

/** Where a task is: `stepPath` of a nested step, below the document's `steps`. */
interface Place {
  /** From 1; 0: at none yet. */
  step: number;
  stepPath: readonly string[] | null;
}

/** The place of a nested step as authors count: {2,then,1} is 3.then.2. */
export function storedPathText(path: readonly string[]): string {
  return stepPathText(path.map((key) => (/^[0-9]+$/.test(key) ? Number(key) : key)));
}

export function stepAt({ steps }: TemplateDocument, { step, stepPath }: Place): Step | undefined {
  if (step === 0) return undefined;
  return valueAt(steps, stepPath ?? [String(step - 1)]) as Step | undefined;
}

/** Of a template's steps that wait, the one that waits for a variable, by the rule of the function wait_step in the database. */
export function waitStep(waits: ReturnType<typeof waitSteps>, name: string, { step, stepPath }: Place) {
  const place = stepPath?.join(".") ?? String(step - 1);
  const named = waits.filter((wait) => wait.step.name.permanent === name);
  return (named.find(({ path }) => path.join(".") === place) ?? named[0])?.step;
}

export function promptPlace(accountId: number, taskId: number, name: string): Bound {
  return [accountId, taskId, `prompt of ${name}`];
}

/**
 * What is asked for a variable: by the template's step for it, or in `words` of the site. A step that has failed waits as one of the
 * template does, and its prompt is stored with the wait.
 */
export function askedOf(
  vault: Vault,
  { accountId, taskId, name, words }: { accountId: number; taskId: number; name: string; words: Uint8Array | null },
  step: ReturnType<typeof waitStep>,
) {
  const { prompt, kind, options, pattern } = step ?? {};
  const written = prompt && ("text" in prompt ? prompt.text : prompt.permanent);
  const isHelp = name === helpName;
  return {
    prompt: words ? vault.open(words, promptPlace(accountId, taskId, name)) : (written ?? null),
    kind: isHelp ? ("help" as const) : (kind?.permanent ?? "text"),
    options: isHelp ? helpOptions : options?.permanent,
    pattern: pattern?.permanent,
  };
}

const beginSteps: Batch<Held & { begun: BegunSteps; workerId: number }, boolean, AppContext> = {
  name: "begin_steps",
  max: 256,
  queue: 10_000,
  async run({ db, vault }, begins) {
    const rows = await db.run(beginStepsSql, {
      begins: begins.map((begin) => ({ ...begin, ...presentPlace(begin.begun), maySubmit: begin.begun.maySubmit })),
      steps: begins.flatMap((begin) => stepRows(vault, begin, begin.begun)),
    });
    const held = new Set(rows.map(({ taskId }) => taskId));
    return begins.map(({ taskId }) => held.has(taskId));
  },
};

/**
 * Commits that steps begin, at least one, and whether one may submit; such a step touches the page only after that. A task's
 * calls must not overlap. Returns false if another worker has the task or it has ended: then drop it.
 */
export async function beginStep({ ctx, input }: Args<Held & { begun: BegunSteps }>): Promise<boolean> {
  const { actor, batch } = requireWorker(ctx);
  return batch(beginSteps, { ...input, workerId: actor.workerId });
}

/**
 * Notes in the timeline what happened in the current step. `hasFailed`: the step, which was optional, has failed. Does nothing
 * if another worker has the task.
 */
export async function noteStep({
  ctx,
  input,
}: Args<{ taskId: number; fence: number; note: string; hasFailed: boolean }>): Promise<void> {
  const { actor, db } = requireWorker(ctx);
  await db.run(noteStepSql, { ...input, workerId: actor.workerId });
}
