import { stepSentence } from "@gatepost/contract/step-sentence";
import type { WaitKind } from "@gatepost/contract/steps/waits";
import { type AppContext, type Args, requireAccount } from "../platform/context.ts";
import { withoutUserInfo } from "../platform/egress.ts";
import { DomainError } from "../platform/errors.ts";
import { type Page, type PageInput, readPage } from "../platform/page.ts";
import { readBytes } from "../platform/stored-objects.ts";
import { documentCache, waitStepsCache } from "../templates/summary.ts";
import { askedOf, stepAt, storedPathText, waitStep } from "./begun-steps.ts";
import { readReceipts } from "./get-task-result.ts";
import { getStepPictureSql } from "./sql/get-step-picture.sql.ts";
import { type GetTaskRow, getTaskSql } from "./sql/get-task.sql.ts";
import { type GetTaskVariablesRow, getTaskVariablesSql } from "./sql/get-task-variables.sql.ts";
import { type GetTimelineRow, getTimelineSql } from "./sql/get-timeline.sql.ts";

/** `deadline`: when the wait for it will end, as far as can be predicted. */
export type TaskVariable = Omit<GetTaskVariablesRow, "words"> & {
  /** Null: the template does not say. */
  prompt: string | null;
  kind: WaitKind;
  options: string[];
};

/** A task of the account without values or results. `price`: in millionths of a dollar. ERROR_NO_SUCH_CAPCHA_ID if there is none. */
export async function getTask({ ctx, input }: Args<{ taskId: number }>) {
  const { accountId } = requireAccount(ctx, "tasks");
  const { taskId } = input;
  const [found] = await ctx.db.run(getTaskSql, { taskId, accountId, pictureSeconds: ctx.settings.solutionSeconds });
  if (!found) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  const { versionId, stepPath, ...task } = found;
  const place = { accountId, taskId, versionId, step: task.step, stepPath };
  const variables = await ctx.db.run(getTaskVariablesSql, { taskId });
  return {
    ...task,
    price: Number(task.price),
    // Older tasks have user information within their address.
    websiteUrl: withoutUserInfo(task.websiteUrl),
    variables: await Promise.all(variables.map((variable) => openWait(ctx, place, variable))),
    receipts: await readReceipts(ctx, { taskId, accountId }),
  };
}

type WaitPlace = Pick<GetTaskRow, "taskId" | "versionId" | "step" | "stepPath"> & { accountId: number };

/** A variable with what is asked for it: the prompt (the template's, or `words` with what the site says), its kind and its options. */
export async function openWait<Row extends Pick<GetTaskVariablesRow, "name" | "words">>(
  { cache, vault }: Pick<AppContext, "cache" | "vault">,
  { accountId, taskId, versionId, ...place }: WaitPlace,
  { words, ...row }: Row,
): Promise<Omit<Row, "words"> & Pick<TaskVariable, "prompt" | "kind" | "options">> {
  const waits = (await cache(waitStepsCache).read(versionId)) ?? [];
  const asked = { accountId, taskId, name: row.name, words };
  const { prompt, kind, options = [] } = askedOf(vault, asked, waitStep(waits, row.name, place));
  return { ...row, prompt, kind, options: [...options] };
}

/**
 * `run`: the number, from 1, of the task's run that began it; claims that began no step are not counted. `number`: from
 * 1, as in the template; 0 is the opening of websiteURL. `place`: the same, of a nested step such as 3.then.2. `note`:
 * why an optional step failed, or what happened in a step that was not asked for. `sentence`: what it does, never with what
 * it types.
 */
export type TimelineStep = Omit<GetTimelineRow, "path" | "versionId"> & { place: string; sentence: string };

/** The steps of a task of the account. ERROR_NO_SUCH_CAPCHA_ID if there is no such task. */
export async function getTimeline({ ctx, input }: Args<PageInput & { taskId: number }>): Promise<Page<TimelineStep>> {
  const { accountId } = requireAccount(ctx, "tasks");
  const { taskId } = input;
  const pictureSeconds = ctx.settings.solutionSeconds;
  const page = await readPage(input, "stepId", (window) =>
    ctx.db.run(getTimelineSql, { taskId, accountId, pictureSeconds, ...window }),
  );
  // No rows: distinguishes a task that has begun no step from one that does not exist.
  if (page.items.length === 0 && (await ctx.db.prisma.task.count({ where: { id: taskId, accountId } })) === 0)
    throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  const items = page.items.map(async ({ path, versionId, ...row }) => {
    const stepPath = path?.length ? path : null;
    const document = await ctx.cache(documentCache).read(versionId);
    const step = document && stepAt(document, { step: row.number, stepPath });
    return {
      ...row,
      sentence: row.number === 0 ? "Open the website" : withoutUserInfo(stepSentence(step)),
      place: stepPath ? storedPathText(stepPath) : String(row.number),
    };
  });
  return { ...page, items: await Promise.all(items) };
}

export interface StepPicture {
  mediaType: "image/webp" | "image/png";
  base64: string;
}

/**
 * What the page showed at a step of a task of the account, masked, or null. ERROR_NO_SUCH_CAPCHA_ID for a step that the
 * account does not have, or whose pictures were deleted; ERROR_SERVICE_UNAVAILABLE while the object store that has it cannot
 * be reached.
 */
export async function getStepPicture({ ctx, input }: Args<{ taskId: number; stepId: number }>) {
  const { accountId } = requireAccount(ctx, "tasks");
  const { taskId, stepId } = input;
  const pictureSeconds = ctx.settings.solutionSeconds;
  const [step] = await ctx.db.run(getStepPictureSql, { taskId, stepId, accountId, pictureSeconds });
  if (!step) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return { picture: await readPicture(ctx, { accountId, taskId }, step) };
}

export async function readPicture(
  ctx: Pick<AppContext, "vault" | "objects">,
  { accountId, taskId }: { accountId: number; taskId: number },
  { picture, objectId }: { picture: Uint8Array | null; objectId: string | null },
): Promise<StepPicture | null> {
  const bytes = picture && (await readBytes(ctx, { sealed: picture, objectId }, [accountId, taskId, "picture"]));
  return bytes && stepPicture(bytes);
}

function stepPicture(bytes: Buffer): StepPicture {
  const beginsWith = (text: string) => bytes.toString("latin1", 0, text.length) === text;
  // As earlier releases stored a PNG.
  if (beginsWith("iVBORw0KGgo")) return { mediaType: "image/png", base64: bytes.toString("latin1") };
  return { mediaType: beginsWith("\x89PNG") ? "image/png" : "image/webp", base64: bytes.toString("base64") };
}
