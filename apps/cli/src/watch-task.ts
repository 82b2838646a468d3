import { createInterface, type Interface } from "node:readline/promises";
import type { Asking, Gatepost, Processing, Ready, Wait } from "gatepost";
import { commandText } from "./command-name.ts";
import {
  type Asked,
  isRefusal,
  placeholder,
  UnreadableFile,
  valueEntered,
  whatFits,
  withWhatFits,
} from "./entered-value.ts";
import { oneLine, printable } from "./output/report.ts";

/**
 * Watches a task to its end, and asks for values if there is somebody at a terminal to ask. Ctrl-C ends the watching, not the
 * task, and says so.
 */
export async function followTask({ client, taskId }: { client: Gatepost; taskId: number }): Promise<Ready> {
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
    return await client.watch(taskId, {
      ...watching,
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

interface Watching {
  client: Gatepost;
  taskId: number;
  /** Called at Ctrl-C. */
  interrupt: () => void;
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/**
 * Watches a task at a terminal: one line per step, and a prompt when the task waits for a value. The prompt disappears
 * when the value came from elsewhere or the wait is over, and returns when the value was refused.
 */
export async function answerAtTerminal({ client, taskId, interrupt, input, output }: Watching): Promise<Ready> {
  const terminal = createInterface({ input, output });
  terminal.on("SIGINT", interrupt);
  // Ctrl-D: no more input from here; the watching goes on.
  const closed = new AbortController();
  terminal.on("close", () => closed.abort());
  const say = (line: string) => void output.write(`${line}\n`);
  // One prompt at a time.
  let asked = Promise.resolve();
  const ask = (wait: Wait, asking: Asking) => {
    asked = asked.then(() => answer({ client, terminal, say, wait, asking, closed: closed.signal }));
    return asked;
  };
  try {
    const steps = stepLines(say);
    const ended = await client.watch(taskId, {
      ...watching,
      onProgress: steps,
      onWait: ask,
    });
    await asked;
    return ended;
  } finally {
    terminal.close();
  }
}

interface Answer {
  client: Gatepost;
  terminal: Interface;
  say: (line: string) => void;
  wait: Wait;
  asking: Asking;
  closed: AbortSignal;
}

/** Prompts for one value until one is accepted, or the wait is over. */
async function answer({ client, terminal, say, wait, asking, closed }: Answer): Promise<void> {
  const { name, kind = "text", prompt } = wait;
  const { taskId, version } = asking;
  const fits = whatFits(wait);
  const signal = AbortSignal.any([asking.signal, closed]);
  if (prompt && !signal.aborted) say(oneLine(prompt));
  while (!signal.aborted) {
    const question = oneLine(fits === undefined ? `${name}: ` : `${name} (${fits}): `);
    const text = await terminal.question(question, { signal }).catch(() => undefined);
    if (closed.aborted) return;
    if (text === undefined) return say("\nNo longer asked: a value came from elsewhere, or the wait ended.");
    // An empty line is more often a mistake than a value; `gatepost push` can send one.
    if (text === "") continue;
    try {
      await client.pushAntiGateVariable({ taskId, name, value: await valueEntered(kind, text), version });
      return say(`Pushed ${oneLine(name)}.`);
    } catch (error) {
      say(printable((isRefusal(error) ? withWhatFits(error, wait) : (error as Error)).message));
      if (!isRefusal(error) && !(error instanceof UnreadableFile)) return;
    }
  }
}

/**
 * A printed step may be a second old; news of waits and of the end come at once. Unlike other commands, watching survives a restart
 * of the web server.
 */
export const watching = { waitSeconds: 1, retrySeconds: 30 };

/** A line for each step that the task reaches; on stderr by default. */
function stepLines(say: (line: string) => void = console.error): (result: Processing) => void {
  let said = "";
  return ({ progress: { step, of, type } }) => {
    const line = step === 0 ? "queued" : `step ${step} of ${of}  ${type}`;
    if (line !== said) say(line);
    said = line;
  };
}
