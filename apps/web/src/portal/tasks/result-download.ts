import type { Solution } from "@gatepost/contract/solution";
import { isDomainError } from "@gatepost/domain/platform/errors";
import { getTaskResult } from "@gatepost/domain/tasks/get-task-result";
import { taskIdIn } from "../../http/path-ids.ts";
import type { PortalContext } from "../../trpc/procedures.ts";

/** A file, a text or a list of a task's result, for the account's own people; always saved, never shown. */
export async function resultDownload(
  { verb: ctx, live }: Pick<PortalContext, "verb" | "live">,
  { taskId, kind, name }: { taskId: string; kind: string; name: string },
): Promise<Response> {
  const id = taskIdIn(taskId);
  if (ctx.actor.kind !== "person" || id === undefined) return missing();
  try {
    const result = await live.resultTurns.during(ctx.actor.accountId, (beforeLarge) =>
      getTaskResult({ ctx, input: { taskId: id }, beforeLarge }),
    );
    const solution = result.status === "ready" ? result.solution : null;
    return (solution && answer(resultFile(solution, kind, name))) ?? missing();
  } catch (error) {
    if (!isDomainError(error) || error.code === "ERROR_SERVICE_UNAVAILABLE") throw error;
    const { partial } = error.details;
    return (partial && answer(resultFile({ files: {}, HTMLsInBase64: [], ...partial }, kind, name))) ?? missing();
  }
}

function answer(file: { name: string; bytes: Uint8Array<ArrayBuffer> } | undefined): Response | undefined {
  if (!file) return undefined;
  const plain = file.name.replace(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(file.name.toWellFormed()).replace(/['()*]/g, escape);
  return new Response(file.bytes, {
    headers: {
      // Of another site, so the browser must not take it for a page of this one.
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-store",
    },
  });
}

const missing = (): Response =>
  new Response("There is no such file.\n", { status: 404, headers: { "content-type": "text/plain" } });

/**
 * One part of a result as a file to save; undefined if the result has no such part. An HTML snapshot is named by its
 * number, from 1.
 */
export function resultFile(
  { files, texts, data, HTMLsInBase64 }: Pick<Solution, "files" | "texts" | "data" | "HTMLsInBase64">,
  kind: string,
  name: string,
): { name: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
  const [file, text, list] = [own(files, name), own(texts, name), own(data, name)];
  const html = /^[1-9]\d*$/.test(name) ? HTMLsInBase64[Number(name) - 1] : undefined;
  if (kind === "file" && file) return { name: bareName(file.name), bytes: Buffer.from(file.base64, "base64") };
  if (kind === "text" && text !== undefined) return { name: `${bareName(name)}.txt`, bytes: Buffer.from(text) };
  if (kind === "data" && list)
    return { name: `${bareName(name)}.json`, bytes: Buffer.from(JSON.stringify(list, null, 2)) };
  if (kind === "html" && html !== undefined)
    return { name: `snapshot-${name}.html`, bytes: Buffer.from(html, "base64") };
  return undefined;
}

const own = <T>(all: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

/** Without folders and control characters. */
const bareName = (name: string): string => name.replace(/[\p{Cc}/\\]/gu, "_").replace(/^\.+/, "_") || "file";
