import type { Solution } from "@gatepost/contract/solution";
import type { CallToolResult, ContentBlock, ReadResourceResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Gatepost, GatepostError, Processing, Ready, Wait } from "gatepost";

/** What every tool about a task returns, at least. Nothing is required: clients compare refusals with it too, which have no task. */
export const resultSchema: NonNullable<Tool["outputSchema"]> = {
  type: "object",
  properties: {
    status: { type: "string", enum: ["ready", "waiting", "processing", "failed"] },
    taskId: { type: "integer" },
    errorCode: { type: "string" },
    errorDescription: { type: "string" },
  },
};

/** Structured content, and the same as text for clients that read only that. */
export function structured(content: object, more: ContentBlock[] = []): CallToolResult {
  return {
    structuredContent: content as Record<string, unknown>,
    content: [{ type: "text", text: JSON.stringify(content) }, ...more],
  };
}

/** A failed call or task. The sentence says what to do. */
export function failedContent(error: GatepostError, taskId?: number): CallToolResult {
  const { errorCode, errorDescription, details } = error;
  const { screenshot: _, ...failure } = details.failure ?? {};
  const known = { ...details, ...(details.failure && { failure }) };
  return {
    ...structured({ ...(taskId !== undefined && { status: "failed", taskId }), errorCode, errorDescription, ...known }),
    isError: true,
  };
}

/** A task that has not ended. `waiting`: its waits, perhaps with links by which a person can answer them. */
export function processingContent(
  taskId: number,
  { progress, version, ...result }: Processing,
  waiting: (Wait & { answerUrl?: string })[] = result.waiting,
): CallToolResult {
  const answerUrl = waiting.find((wait) => wait.answerUrl)?.answerUrl;
  return structured({
    status: waiting.length > 0 ? "waiting" : "processing",
    taskId,
    waiting,
    ...(answerUrl !== undefined && { answerUrl }),
    progress,
    version,
  });
}

/**
 * A task that succeeded. Files and screenshots are resources, which are read when they are needed. Cookies, storage and headers are
 * left out: they are credentials, and an agent has no use for them.
 */
export function readyContent(taskId: number, { solution, cost }: Ready): CallToolResult {
  if (!isKept(solution)) return structured({ status: "ready", taskId, cost, solutionExpired: true });
  const { url, texts, data, files, screenshots } = solution;
  const links = [
    ...Object.entries(files).map(([as, { name, type, size }]) => ({
      type: "resource_link" as const,
      uri: uriOf(taskId, "files", as),
      name,
      mimeType: type,
      size,
    })),
    ...screenshots.map((_, index) => ({
      type: "resource_link" as const,
      uri: uriOf(taskId, "screenshots", String(index + 1)),
      name: `screenshot ${index + 1}`,
      mimeType: "image/png",
    })),
  ];
  const resources = links.map(({ uri, name, mimeType }) => ({ uri, name, mimeType }));
  return structured({ status: "ready", taskId, url, texts, data, resources, cost }, links);
}

const isKept = (solution: Ready["solution"]): solution is Solution => "url" in solution;

const uriOf = (taskId: number, kind: "files" | "screenshots", name: string): string =>
  `gatepost://tasks/${taskId}/${kind}/${encodeURIComponent(name)}`;

/** How the resources of tasks are named, for clients that ask. */
export const resourceTemplates = [
  { uriTemplate: "gatepost://tasks/{taskId}/files/{name}", name: "A file that a task kept" },
  { uriTemplate: "gatepost://tasks/{taskId}/screenshots/{number}", name: "A screenshot of a task" },
];

/** Reads what `readyContent` links to; undefined if there is no such thing. */
export async function readResource(gatepost: Gatepost, uri: string): Promise<ReadResourceResult | undefined> {
  const [, taskId, kind, encoded] = /^gatepost:\/\/tasks\/(\d{1,16})\/(files|screenshots)\/([^/]+)$/.exec(uri) ?? [];
  if (taskId === undefined || encoded === undefined) return undefined;
  const result = await gatepost.getTaskResult({ taskId: Number(taskId) });
  if (result.status !== "ready" || !isKept(result.solution)) return undefined;
  const { files, screenshots } = result.solution;
  const name = decodeURIComponent(encoded);
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  const [blob, mimeType] = kind === "files" ? [file?.base64, file?.type] : [screenshots[Number(name) - 1], "image/png"];
  return blob === undefined ? undefined : { contents: [{ uri, mimeType, blob }] };
}
