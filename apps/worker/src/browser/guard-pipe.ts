import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { pipeline, type Transform } from "node:stream";

/** Where Chromium writes its DevTools messages. */
const pipeOut = 4;

/**
 * Has what `start` reads from the DevTools pipe of the browser that it starts go through `guard`. The browser is the process
 * that has `argument` among its arguments. Playwright has no option for this; Node announces each process that is made.
 * Rejects if Playwright does not read from the guard, as another version might.
 */
export async function guardPipe<T extends { close(): Promise<void> }>(
  guard: Transform,
  argument: string,
  start: () => Promise<T>,
): Promise<T> {
  const announced = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    // It is announced before it has pipes. These are made before any microtask, and Playwright takes them after several.
    queueMicrotask(() => {
      const pipe = child.stdio?.[pipeOut];
      if (!pipe || !("read" in pipe) || !child.spawnargs.includes(argument)) return;
      const guarded = pipeline(pipe, guard, () => {});
      Object.assign(child.stdio, { [pipeOut]: guarded });
    });
  };
  subscribe("child_process", announced);
  try {
    const started = await start();
    if (guard.readableFlowing) return started;
    await started.close();
    throw new Error("Playwright does not read the browser's messages from the guard.");
  } finally {
    unsubscribe("child_process", announced);
  }
}
