import type { AppContext } from "@gatepost/domain/platform/context";
import type { ServiceClock } from "@gatepost/domain/platform/heartbeat";
import { onObservation } from "@gatepost/domain/platform/observations";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Observed {
  app: AppContext;
  clock: Pick<ServiceClock, "outage">;
}

/** A registry with what web and worker have in common: the process itself, its batches and its database. */
export function openRegistry({ app, clock }: Observed): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges that are named like counters. The metrics without `_total` have the same by type.
  for (const what of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${what}_total`);

  new Gauge({
    name: "gatepost_database_available",
    help: "Whether this process can use the database: 1, or 0 while its heartbeats fail or the server lacks a resource.",
    aggregator: "min",
    registers,
    collect() {
      this.set(clock.outage ? 0 : 1);
    },
  });

  new Gauge({
    name: "gatepost_database_connections",
    help: "Connections of this process to the database.",
    labelNames: ["pool", "state"] as const,
    registers,
    collect() {
      for (const { pool, open, idle } of app.db.poolUse()) {
        this.set({ pool, state: "idle" }, idle);
        this.set({ pool, state: "busy" }, open - idle);
      }
    },
  });

  new Gauge({
    name: "gatepost_database_connection_waits",
    help: "Queries that wait for a connection of their pool.",
    labelNames: ["pool"] as const,
    registers,
    collect() {
      for (const { pool, waiting } of app.db.poolUse()) this.set({ pool }, waiting);
    },
  });

  const batches = new Histogram({
    name: "gatepost_batch_inputs",
    help: "Calls that shared one statement and one commit, by statement.",
    labelNames: ["batch"] as const,
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  onObservation("batch", ({ name, inputs }) => batches.observe({ batch: name }, inputs));

  const countRecovered = openCounter(
    registry,
    "gatepost_tasks_recovered_total",
    "Tasks of lost workers that this process returned to the queue, and tasks that it ended: of lost workers, or queued too long.",
    "outcome",
    ["returned", "failed"],
  );
  onObservation("recovered", ({ returned, failed }) => {
    countRecovered("returned", returned);
    countRecovered("failed", failed);
  });
  return registry;
}

/** Counts by one label. The values that are known beforehand are there from the start, at 0. */
export function openCounter(registry: Registry, name: string, help: string, label: string, known: readonly string[]) {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  const count = (value: string, times = 1) => counter.inc({ [label]: value }, times);
  for (const value of known) count(value, 0);
  return count;
}
