import type { Client } from "@gatepost/contract/client";
import { type Processing, type TaskResult, watchTask } from "@gatepost/contract/watch-task";
import { answerAtTerminal } from "./answer-at-terminal.ts";
import { commandText } from "./command-name.ts";
import { type Asked, placeholder, whatFits } from "./entered-value.ts";
import { oneLine } from "./printable.ts";
import { stepLines, stepSeconds } from "./step-lines.ts";

/**
 * Watches a task to its end, and asks for values if there is somebody at a terminal to ask. Ctrl-C ends the watching, not the
 * task, and says so.
 */
export async function followTask({ client, taskId }: { client: Client; taskId: number }): Promise<TaskResult> {
  const interrupt = () => {
    console.error(`\nTask ${taskId} continues. To cancel it: ${commandText("task", "cancel", taskId)}`);
    process.exit(130);
  };
  // Not once: npm passes on the signal that the terminal also sends.
  process.on("SIGINT", interrupt);
  try {
    if (process.stdin.isTTY && process.stderr.isTTY)
      return await answerAtTerminal({ client, taskId, interrupt, input: process.stdin, output: process.stderr });
    const [steps, waits] = [stepLines(), reportOnce(taskId)];
    return await watchTask({
      ...{ client, taskId, waitSeconds: stepSeconds },
      onProgress(result) {
        steps(result);
        waits(result);
      },
    });
  } finally {
    process.off("SIGINT", interrupt);
  }
}

/** Prints what a task waits for, each time that this changes. */
export function reportOnce(taskId: number): (result: Processing) => void {
  let said = "";
  return ({ waitingFor, waiting }) => {
    const lines = waitingFor.flatMap((name) =>
      howToPush(taskId, waiting?.find((wait) => wait.name === name) ?? { name }),
    );
    const waits = lines.map((line) => `  ${oneLine(line)}`).join("\n");
    if (waits && waits !== said) console.error(`The task waits for a value:\n${waits}`);
    said = waits;
  };
}

function howToPush(taskId: number, asked: Asked): string[] {
  const fits = asked.kind === "choice" ? whatFits(asked) : undefined;
  return [
    ...[asked.prompt, fits].filter((line) => line !== undefined && line !== ""),
    `${commandText("push", taskId, asked.name)} ${placeholder(asked)}`,
  ] as string[];
}
