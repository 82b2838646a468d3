import { isDomainError } from "@gatepost/domain/errors";
import { getTaskResult } from "@gatepost/domain/task/get-task-result";
import { resultFile } from "./result-file.ts";
import { taskIdOf } from "./task-id.ts";
import type { PortalContext } from "./trpc.ts";

/** A file, a text or a list of a task's result, for the account's own people; always saved, never shown. */
export async function resultDownload(
  { verb: ctx, live }: Pick<PortalContext, "verb" | "live">,
  { taskId, kind, name }: { taskId: string; kind: string; name: string },
): Promise<Response> {
  const id = taskIdOf(taskId);
  if (ctx.actor.kind !== "session" || id === undefined) return missing();
  try {
    const result = await live.resultTurns.during(ctx.actor.accountId, (beforeLarge) =>
      getTaskResult({ ctx, input: { taskId: id }, beforeLarge }),
    );
    const solution = result.status === "ready" ? result.solution : null;
    return (solution && answer(resultFile(solution, kind, name))) ?? missing();
  } catch (error) {
    if (!isDomainError(error)) throw error;
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

function missing(): Response {
  return new Response("There is no such file.\n", { status: 404, headers: { "content-type": "text/plain" } });
}
