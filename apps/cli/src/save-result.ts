import { GatepostError } from "@gatepost/contract/client";
import type { TaskResult } from "@gatepost/contract/watch-task";
import { oneLine } from "./printable.ts";
import { filesOfFailure, filesOfSolution, type ResultFile } from "./result-files.ts";
import { saveFiles } from "./save-files.ts";
import { isKept } from "./task-result-text.ts";

/**
 * Writes what a task has for a folder, ready or failed, with a line on stderr for each file, and returns the result or throws
 * the task's error.
 */
export async function saveResult(
  read: () => Promise<TaskResult>,
  folder: string,
  options: { force?: boolean | undefined },
): Promise<TaskResult> {
  const write = async (files: ResultFile[]) => {
    for (const path of await saveFiles(folder, files, options)) console.error(`wrote ${oneLine(path)}`);
  };
  const result = await read().catch(async (error) => {
    if (error instanceof GatepostError) await write(filesOfFailure(error.details));
    throw error;
  });
  if (result.status === "ready" && isKept(result.solution)) await write(filesOfSolution(result.solution));
  return result;
}
