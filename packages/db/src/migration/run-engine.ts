import { Worker } from "node:worker_threads";

export type EngineTask = { kind: "apply" | "diff"; url: string; folder: string };
export type EngineAnswer = { value: unknown } | { failure: string };

/** Applies the missing migrations of `folder` and returns their names. The caller holds the lock. */
export function applyMigrations(url: string, folder: string): Promise<string[]> {
  return run({ kind: "apply", url, folder }) as Promise<string[]>;
}

/**
 * The SQL that is missing between the migrations of `folder` and its schema, if any. Needs the right to create
 * databases.
 */
export function diffMigrations(url: string, folder: string): Promise<string | undefined> {
  return run({ kind: "diff", url, folder }) as Promise<string | undefined>;
}

/** In a thread of its own, which ends with the result, because the engine would keep the process alive. */
function run(task: EngineTask): Promise<unknown> {
  // Flags of the process (an --eval, an --import) are not passed to the thread.
  const thread = new Worker(new URL("./engine-thread.ts", import.meta.url), { workerData: task, execArgv: [] });
  return new Promise((resolve, reject) => {
    thread.on("message", (answer: EngineAnswer) => {
      void thread.terminate();
      if ("failure" in answer) reject(new Error(essence(answer.failure)));
      else resolve(answer.value);
    });
    thread.on("error", reject);
    thread.on("exit", () => reject(new Error("The migration engine ended without an answer.")));
  });
}

/** The engine puts a line of its own before a message of PostgreSQL, and its call stack after it. */
function essence(message: string): string {
  const [head = message] = message.split(/\n\s+0: /);
  return head.replace(/^external connector error\n(Error querying the database: )?/, "").trim();
}
