/**
 * Calls `onRequest` with the number of each request to stop this process, from 1: Ctrl-C, SIGTERM, SIGHUP. Signals
 * within `echoMs` after a request belong to it, because a terminal signals a whole process group, and npm,
 * bootstrap.mjs and the primary of a cluster forward theirs.
 */
export function onStopRequest(onRequest: (request: number, signal: NodeJS.Signals) => void, echoMs = 500): Disposable {
  let requests = 0;
  let latest = Number.NEGATIVE_INFINITY;
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (now - latest < echoMs) return;
    latest = now;
    requests += 1;
    onRequest(requests, signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, onSignal);
  return {
    [Symbol.dispose]() {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
