import { onObservation } from "@gatepost/domain/platform/observations";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { type Observed, openCounter, openRegistry } from "./process-metrics.ts";

interface WorkerLoad {
  slots: number;
  /** Tasks that occupy a slot. */
  busy: number;
  /** Tasks that wait for a value. */
  waiting: number;
  /** How many tasks with late variables it takes. */
  waitingMax: number;
}

/** The metrics of a worker: what it holds, what it claimed and ended, and what its tasks could not reach. */
export function openWorkerMetrics({ worker, ...observed }: Observed & { worker: { load: WorkerLoad } }): Registry {
  const registry = openRegistry(observed);
  observeHeld(registry, worker);
  observeWork(registry);
  return registry;
}

function observeHeld(registry: Registry, worker: { load: WorkerLoad }): void {
  const gauge = (name: string, help: string, read: (load: WorkerLoad) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read(worker.load));
      },
    });
  gauge("gatepost_worker_slots", "Tasks that this worker can run at once.", ({ slots }) => slots);
  gauge("gatepost_worker_busy_slots", "Tasks that occupy a slot of this worker.", ({ busy }) => busy);
  gauge("gatepost_worker_waits", "Tasks of this worker that wait for a value.", ({ waiting }) => waiting);
  gauge(
    "gatepost_worker_waiting_places",
    "Tasks with late variables that this worker takes.",
    (load) => load.waitingMax,
  );
}

function observeWork(registry: Registry): void {
  const registers = [registry];
  const claims = new Histogram({
    name: "gatepost_claim_seconds",
    help: "Time of a claim, by whether it got a task.",
    labelNames: ["claimed"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  onObservation("claim", ({ claimed, seconds }) => claims.observe({ claimed: claimed > 0 ? "yes" : "no" }, seconds));

  const countEnded = openCounter(
    registry,
    "gatepost_tasks_ended_total",
    "Tasks that this worker ended, by outcome: ready, the error's code, or returned to the queue.",
    "outcome",
    ["ready", "returned"],
  );
  onObservation("taskEnded", ({ outcome }) => countEnded(outcome));

  const losses = new Counter({
    name: "gatepost_lease_losses_total",
    help: "Registrations of this worker that another process ended, because it did not reach the database in time.",
    registers,
  });
  onObservation("leaseLost", () => losses.inc());

  const countFailure = openCounter(
    registry,
    "gatepost_connect_failures_total",
    "Connections that tasks could not make: refused by the egress policy, a name without an address, an unreachable host.",
    "reason",
    ["refused", "unresolved", "unreachable"],
  );
  onObservation("connectFailure", ({ reason }) => countFailure(reason));

  const countDelivery = openCounter(
    registry,
    "gatepost_callback_attempts_total",
    "Attempts to send a callback, by whether its receiver took it.",
    "delivered",
    ["yes", "no"],
  );
  onObservation("delivery", ({ delivered }) => countDelivery(delivered ? "yes" : "no"));
}
