import cluster from "node:cluster";
import { log } from "@gatepost/domain/platform/log";
import { onStopRequest } from "@gatepost/domain/platform/signal";
import { serveMetrics } from "@gatepost/metrics/serve-metrics";
import type { MetricsAddress } from "@gatepost/metrics/settings";
import { openWebMetrics } from "@gatepost/metrics/web-metrics";
import { AggregatorRegistry } from "prom-client";
import type { Container } from "../container.ts";

/**
 * Runs the given number of processes on one port, and replaces one that dies. If one dies before it listens, it has
 * reported why, and the server stops with its exit code. Forwards requests to stop, and ends after the last process.
 */
export function runPrimary(processes: number): void {
  const listening = new Set<number>();
  let exitCode: number | undefined;

  const stop = (code: number) => {
    exitCode ??= code;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
  };

  cluster.once("listening", sayStarted);
  cluster.on("listening", ({ id }) => listening.add(id));
  cluster.on("exit", ({ id }, code, signal) => {
    const hadListened = listening.delete(id);
    if (exitCode === undefined && !hadListened) stop(code || 1);
    if (exitCode === undefined) {
      log("web process replaced", { endedWith: signal ?? code }, "error");
      cluster.fork();
      return;
    }
    // One that has exited is still listed until its channel has closed.
    if (Object.values(cluster.workers ?? {}).every((worker) => worker?.isDead())) process.exit(exitCode);
  });
  onStopRequest(() => stop(0));
  for (let count = 0; count < processes; count++) cluster.fork();
}

/** Tells the launcher that it is this process that listens at its address: another program might. */
export function sayStarted(): void {
  if (process.connected) process.send?.({ started: true });
}

/**
 * Serves the metrics of this process. If it is one of several behind one port, it answers their common parent instead, who
 * serves the sum of all.
 */
export async function startMetrics(address: MetricsAddress, { app, clock }: Container): Promise<void> {
  const registry = openWebMetrics({ app, clock });
  if (cluster.isPrimary) {
    await serveMetrics(address, () => registry.metrics());
    return;
  }
  AggregatorRegistry.setRegistries(registry);
  // Answers the parent's messages.
  new AggregatorRegistry();
}

/** Serves the sum of the metrics of all web processes. */
export async function startMetricsOfAll(address: MetricsAddress): Promise<void> {
  const all = new AggregatorRegistry();
  await serveMetrics(address, () => all.clusterMetrics());
}
