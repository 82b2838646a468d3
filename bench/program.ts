import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** A process that takes part in a measurement. Ends with this one in any case. */
export type Program = Awaited<ReturnType<typeof start>>;

type Message = { id: number; answer: unknown } | { id: number; error: string } | { event: unknown };

const followParent = new URL("../apps/cli/src/up/follow-parent.ts", import.meta.url).href;

/** Starts a TypeScript file, relative to bench/. Resolves when it reports its port, or that it is ready. */
export async function start(file: string, env: Record<string, string> = {}) {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, "--import", followParent, script], {
    // Next.js reads its configuration from there.
    cwd: dirname(script),
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const questions = new Map<number, PromiseWithResolvers<unknown>>();
  let handle: (event: unknown) => void = () => {};
  child.on("message", (message: Message) => {
    if ("event" in message) return handle(message.event);
    const question = questions.get(message.id);
    questions.delete(message.id);
    if ("error" in message) question?.reject(new Error(message.error));
    else question?.resolve(message.answer);
  });

  const port = await portOf(child, file);
  // Rejects for its waiter; if there is none, the rejection ends this process, and with it the row.
  const ended = Promise.withResolvers<never>();
  const died = (code: number | null, signal: string | null) =>
    ended.reject(new Error(`${file} ended with ${signal ?? code} while it was needed.`));
  child.on("exit", died);
  let asked = 0;
  return {
    pid: child.pid as number,
    /** The port on which it listens; 0 if it serves nothing. */
    port,
    /** Sends a question to a helper (see helper.ts). Rejects with its error. */
    ask<Answer>(question: unknown): Promise<Answer> {
      const answer = Promise.withResolvers<unknown>();
      questions.set(++asked, answer);
      child.send({ id: asked, question });
      return answer.promise as Promise<Answer>;
    },
    /** Called with unrequested messages of a helper. */
    onEvent: (listener: (event: unknown) => void): void => {
      handle = listener;
    },
    /** Rejects if it ends while it is needed. */
    ended: ended.promise,
    async [Symbol.asyncDispose](): Promise<void> {
      child.off("exit", died);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      const patience = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await exited;
      clearTimeout(patience);
    },
  };
}

/** The port that a server reports once it listens; 0 for a helper, which reports that it is ready. */
function portOf(child: ChildProcess, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const port = /"event":"listening","url":"http:\/\/[^"]+:(\d+)"/.exec(said)?.[1];
      if (port || /^ready$|"event":"worker started"/m.test(said)) resolve(Number(port ?? 0));
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => reject(new Error(`${file} ended with ${signal ?? code} before it was ready.`)));
  });
}
