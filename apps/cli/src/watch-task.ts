import { createInterface, type Interface } from "node:readline/promises";
import type { Gatepost, Processing, Ready } from "gatepost";
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
  const say = (line: string) => void output.write(`${line}\n`);
  const steps = stepLines(say);
  // Ctrl-D: no more input from here; the watching goes on.
  let closed = false;
  terminal.on("close", () => {
    closed = true;
  });
  let question: Question | undefined;
  const drop = () => {
    question?.over.abort();
    question = undefined;
  };
  const show = (result: Processing) => {
    // Another wait for the same value has another version, and perhaps another prompt.
    const isSame = question && question.version === result.version && result.waitingFor.includes(question.asked.name);
    if (isSame) return;
    // First wait until the outcome of a value that is being pushed from here is printed.
    if (question?.pushing) return void question.pushing.then(() => show(result));
    if (question) say("\nNo longer asked: a value came from elsewhere, or the wait ended.");
    drop();
    steps(result);
    const [name] = result.waitingFor;
    if (name === undefined || closed) return;
    const asked: Asked = result.waiting?.find((wait) => wait.name === name) ?? { name };
    if (asked.prompt) say(oneLine(asked.prompt));
    const { version } = result;
    const opened: Question = { asked, version, over: new AbortController(), pushing: undefined };
    question = opened;
    answer({ client, taskId, terminal, say, question: opened }).finally(() => {
      if (question === opened) question = undefined;
    });
  };

  try {
    const ended = await client.watch(taskId, { ...watching, onProgress: show });
    await question?.pushing;
    return ended;
  } finally {
    drop();
    terminal.close();
  }
}

interface Question {
  asked: Asked;
  /** Of the result with the wait. */
  version: string;
  over: AbortController;
  /** Resolves once the outcome of the value that was entered here is printed; undefined if none is being pushed. */
  pushing: Promise<Outcome> | undefined;
}

interface Answer {
  client: Gatepost;
  taskId: number;
  terminal: Interface;
  say: (line: string) => void;
  question: Question;
}

type Outcome = "accepted" | "refused" | "failed";

/** Prompts for one value until one is accepted, or the wait is over. */
async function answer({ client, taskId, terminal, say, question }: Answer): Promise<void> {
  const { asked, over } = question;
  const fits = whatFits(asked);
  const prompt = oneLine(fits === undefined ? `${asked.name}: ` : `${asked.name} (${fits}): `);
  while (!over.signal.aborted) {
    const text = await terminal.question(prompt, { signal: over.signal }).catch(() => undefined);
    if (text === undefined) return;
    // An empty line is more often a mistake than a value; `gatepost push` can send one.
    if (text === "") continue;
    question.pushing = push({ client, taskId, terminal, say, question }, text);
    if ((await question.pushing) !== "refused") return;
    question.pushing = undefined;
  }
}

async function push({ client, taskId, say, question: { asked } }: Answer, text: string): Promise<Outcome> {
  try {
    const value = await valueEntered(asked.kind ?? "text", text);
    await client.pushAntiGateVariable({ taskId, name: asked.name, value });
    say(`Pushed ${oneLine(asked.name)}.`);
    return "accepted";
  } catch (error) {
    const isRefused = isRefusal(error) || error instanceof UnreadableFile;
    say(printable((isRefusal(error) ? withWhatFits(error, asked) : (error as Error)).message));
    return isRefused ? "refused" : "failed";
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
