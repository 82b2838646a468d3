import type { Ended } from "../../../tests/run-to-end.ts";
import { runCommandLine } from "./command-line.ts";
import type { CommandRequest } from "./test-command.ts";

/**
 * Runs the commands that a test's process sends, one at a time: `openCommandHost` of test-command.ts starts it. A process for
 * each would load the same modules again, which takes half a second of processor time.
 */
let last = Promise.resolve();
process.on("disconnect", () => process.exit());
process.on("message", ({ id, args, env }: CommandRequest) => {
  last = last.then(async () => {
    process.send?.({ id, ended: await run(args, env) });
  });
});

async function run(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const said = { stdout: "", stderr: "" };
  const writes = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const { write } = stream;
    stream.write = (chunk: string | Uint8Array) => {
      said[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      return true;
    };
    return () => {
      stream.write = write;
    };
  });
  try {
    await runCommandLine(args);
  } finally {
    for (const restore of writes) restore();
  }
  const code = Number(process.exitCode ?? 0);
  process.exitCode = 0;
  return { code, ...said };
}
