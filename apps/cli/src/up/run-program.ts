import { onStopRequest } from "@gatepost/domain/stop-requests";
import { type Program, startProgram } from "./supervise.ts";

/** Longer than the programs' own, so that they recognise a second request to stop. */
const echoMs = 1_000;

/**
 * Runs one program in the foreground until it ends, and passes requests to stop on to it. It is not restarted: that is the
 * task of systemd or whatever else runs this. Resolves with the exit code.
 */
export async function runProgram(program: Program): Promise<number> {
  const child = startProgram(program);
  using _ = onStopRequest(() => child.kill("SIGTERM"), echoMs);
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal) console.error(`The ${program.name} was ended by ${signal}.`);
      resolve(code ?? 1);
    });
  });
}
