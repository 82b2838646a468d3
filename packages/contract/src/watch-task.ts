import { type Client, GatepostError, type ResponseOf } from "./client.ts";
import { limits } from "./limits.ts";

export type TaskResult = ResponseOf<"getTaskResult">;
export type Processing = Extract<TaskResult, { status: "processing" }>;

/** Between calls that the server did not hold, because it is shutting down or does not know waitSeconds. */
const pauseMs = 500;

interface WatchTaskOptions {
  client: Client;
  taskId: number;
  /** Called with each result before the end. */
  onProgress?: (result: Processing) => void;
  /** Seconds for which the server may hold a call while nothing changes; also how old the progress may get. */
  waitSeconds?: number;
  signal?: AbortSignal;
}

/**
 * Follows a task to its end, and returns its result. Each call is held by the server until the task ends or waits for
 * something else. Rejects with the task's error if it failed. Waits as long as the server asks to when it is busy.
 */
export async function watchTask(options: WatchTaskOptions): Promise<TaskResult> {
  const { client, taskId, onProgress, waitSeconds = limits.heldSeconds - 5, signal } = options;
  let sinceVersion: string | undefined;
  for (;;) {
    const began = performance.now();
    try {
      // The first call is answered at once, so that the caller knows where the task stands.
      const held = sinceVersion === undefined ? {} : { waitSeconds, sinceVersion };
      const result = await client.getTaskResult({ taskId, ...held }, signal && { signal });
      if (result.status === "ready") return result;
      onProgress?.(result);
      const unheld = result.version === sinceVersion && performance.now() - began < waitSeconds * 1_000 - pauseMs;
      if (unheld) await pause(pauseMs, signal);
      sinceVersion = result.version;
    } catch (error) {
      if (!(error instanceof GatepostError) || error.retryAfter === undefined) throw error;
      await pause(error.retryAfter * 1_000, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
