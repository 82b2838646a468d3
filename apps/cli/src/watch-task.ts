import { createInterface, type Interface } from "node:readline/promises";
import { type Client, GatepostError } from "@gatepost/contract/client";
import type { WaitKind } from "@gatepost/contract/wait-kinds";
import { type Processing, type TaskResult, watchTask } from "@gatepost/contract/watch-task";
import { enteredValue } from "@gatepost/domain/template/entered-value";
import { oneLine } from "./printable.ts";

/** Seconds: how old a printed step may be. News of waits and of the end come at once. */
const stepSeconds = 1;

/** Watches a task to its end, and asks for values if there is somebody at a terminal to ask. */
export function followTask({ client, taskId }: { client: Client; taskId: number }): Promise<TaskResult> {
  if (process.stdin.isTTY && process.stderr.isTTY) return watchAndAnswer({ client, taskId });
  const [steps, waits] = [stepLines(), reportOnce(taskId)];
  return watchTask({
    ...{ client, taskId, waitSeconds: stepSeconds },
    onProgress(result) {
      steps(result);
      waits(result);
    },
  });
}

/** Prints what a task waits for, each time that this changes. */
export function reportOnce(taskId: number): (result: Processing) => void {
  let said = "";
  return ({ waitingFor }) => {
    const waits = waitingFor.map((name) => `gatepost push ${taskId} ${name} <value>`).join("\n  ");
    if (waits && waits !== said) console.error(`The task waits for a value:\n  ${waits}`);
    said = waits;
  };
}

/** A line on stderr for each step that the task reaches. */
export function stepLines(say: (line: string) => void = console.error): (result: Processing) => void {
  let said = "";
  return ({ progress: { step, of, type } }) => {
    const line = step === 0 ? "queued" : `step ${step} of ${of}  ${type}`;
    if (line !== said) say(line);
    said = line;
  };
}

/**
 * Watches a task at a terminal: one line per step, and a prompt when the task waits for a value. The prompt disappears
 * when the value came from elsewhere or the wait is over, and returns when the value was refused.
 */
export async function watchAndAnswer({ client, taskId }: { client: Client; taskId: number }): Promise<TaskResult> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C ends the watching, not the task.
  terminal.on("SIGINT", () => process.exit(130));
  const steps = stepLines();
  // Ctrl-D: no more input from here; the watching goes on.
  let closed = false;
  terminal.on("close", () => {
    closed = true;
  });
  let question: { name: string; over: AbortController } | undefined;
  const drop = () => {
    question?.over.abort();
    question = undefined;
  };

  try {
    return await watchTask({
      ...{ client, taskId, waitSeconds: stepSeconds },
      onProgress(result) {
        if (question && result.waitingFor.includes(question.name)) return;
        if (question) console.error("\nIt is no longer waited for.");
        drop();
        steps(result);
        const [name] = result.waitingFor;
        if (name === undefined || closed) return;
        const wait = result.waiting?.find((one) => one.name === name);
        if (wait?.prompt) console.error(oneLine(wait.prompt));
        const over = new AbortController();
        const asked = { name, kind: wait?.kind ?? "text", over };
        question = asked;
        answer({ client, taskId, terminal, ...asked }).finally(() => {
          if (question === asked) question = undefined;
        });
      },
    });
  } finally {
    drop();
    terminal.close();
  }
}

interface Answer {
  client: Client;
  taskId: number;
  terminal: Interface;
  name: string;
  kind: WaitKind;
  over: AbortController;
}

/** Prompts for one value until one is accepted, or the wait is over. */
async function answer({ client, taskId, terminal, name, kind, over }: Answer): Promise<void> {
  while (!over.signal.aborted) {
    try {
      const question = `${oneLine(name)}${kind === "yes_no" ? " (yes or no)" : ""}: `;
      const value = await terminal.question(question, { signal: over.signal });
      // An empty line is more often a mistake than a value; `gatepost push` can send one.
      if (value === "") continue;
      await client.pushAntiGateVariable({ taskId, name, value: enteredValue(kind, value) });
      return;
    } catch (error) {
      if (over.signal.aborted) return;
      console.error((error as Error).message);
      if (!(error instanceof GatepostError) || error.errorCode !== "ERROR_VARIABLE_REFUSED") return;
    }
  }
}
