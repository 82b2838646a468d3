import cluster from "node:cluster";
import { serveMetrics } from "@gatepost/metrics/serve-metrics";
import type { MetricsAddress } from "@gatepost/metrics/settings";
import { openWebMetrics } from "@gatepost/metrics/web-metrics";
import { AggregatorRegistry } from "prom-client";
import type { Container } from "../server/container.ts";

/**
 * Serves the metrics of this process. If it is one of several behind one port, it answers their common parent instead, who
 * serves the sum of all.
 */
export async function startMetrics(address: MetricsAddress, { app, clock }: Container): Promise<void> {
  const registry = openWebMetrics({ app, clock });
  if (cluster.isPrimary) return serveMetrics(address, () => registry.metrics());
  AggregatorRegistry.setRegistries(registry);
  // Answers the parent's messages.
  new AggregatorRegistry();
}

/** Serves the sum of the metrics of all web processes. */
export async function startMetricsOfAll(address: MetricsAddress): Promise<void> {
  const all = new AggregatorRegistry();
  await serveMetrics(address, () => all.clusterMetrics());
}
