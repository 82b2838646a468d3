import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import type { ClaimedTask } from "@gatepost/domain/tasks/claim-tasks";
import type { BrowserLease, SavedLease } from "../browser/browser-pool.ts";
import type { Launcher } from "../launcher.ts";
import type { Secrets } from "../privacy/redact.ts";
import type { SavedResults } from "../steps/results.ts";
import type { SavedAskedValues } from "./asked-values.ts";
import type { PlacedRun } from "./progress.ts";
import type { LeftStep } from "./step-runner.ts";

/**
 * A task that waits, as it is saved with the launcher: all that the process in this one's place needs to go on with it on the same page.
 * It is never written to disk.
 */
export interface SavedTask extends PlacedRun, LeftStep {
  task: Omit<ClaimedTask, "given">;
  /** As JSON, which has numbers as they were sent. */
  given: string;
  values: string;
  maySubmit: boolean;
  session: SavedLease;
  secrets: Omit<Secrets, "fields">;
  results: SavedResults;
  /** The texts that showed refusals, by the variable's name. */
  refusals: Map<string, Set<string>>;
  asked: SavedAskedValues;
  /** The steps of the timeline that have the screenshots of the results. */
  screenshots: (number | null)[];
}

/** A saved task with its page. */
export interface LeftTask extends SavedTask {
  lease: BrowserLease;
}

const prefix = "task/";

/** The tasks that the process before this one has saved. */
export function savedTasks(launcher: Launcher | undefined): SavedTask[] {
  return [...(launcher?.savedBelow(prefix).values() ?? [])].map(({ value }) => value as SavedTask);
}

export function claimedTask({ task, given }: SavedTask): ClaimedTask {
  return { ...task, given: parseExactJson(given) as ClaimedTask["given"] };
}

/** Deletes a saved task that cannot go on. */
export function forgetTask(launcher: Launcher | undefined, taskId: number): void {
  void launcher?.forget(`${prefix}${taskId}`);
}

export type SavingTask = ReturnType<typeof savingTask>;

/** Saves one task, as long as it waits. `isSaved`: the process before this one has saved it. */
export function savingTask(launcher: Launcher | undefined, taskId: number, isSaved: boolean) {
  const name = `${prefix}${taskId}`;
  let mayBeSaved = isSaved;
  /** Counts what makes an earlier description useless. */
  let changes = 0;
  return {
    /** Saves what `describe` resolves with, unless it is forgotten before. */
    async save(describe: () => Promise<SavedTask>): Promise<void> {
      if (!launcher) return;
      const change = ++changes;
      const saved = await describe();
      if (change !== changes) return;
      mayBeSaved = true;
      await launcher.save(name, saved);
    },
    /** Resolves when no other process can go on with it. */
    async forget(): Promise<void> {
      changes += 1;
      if (!mayBeSaved) return;
      mayBeSaved = false;
      await launcher?.forget(name);
    },
  };
}
