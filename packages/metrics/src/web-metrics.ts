import { onObservation } from "@gatepost/domain/platform/observations";
import { type Load, measureLoad } from "@gatepost/domain/tasks/queue";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { type Observed, openRegistry } from "./process-metrics.ts";

/** The metrics of a web process: its calls, and the load of the whole installation, which each web process reports alike. */
export function openWebMetrics(observed: Observed): Registry {
  const registry = openRegistry(observed);
  observeCalls(registry);
  observeLoad(registry, observed);
  return registry;
}

function observeCalls(registry: Registry): void {
  const calls = new Counter({
    name: "gatepost_calls_total",
    help: "Calls of the JSON methods, by response: success, or the error's code.",
    labelNames: ["method", "response"] as const,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "gatepost_call_seconds",
    help: "Time from the headers of a call to its response. getTaskResult with waitSeconds takes as long as it waits.",
    labelNames: ["method"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  onObservation("call", (call) => {
    calls.inc({ method: call.method, response: call.response });
    seconds.observe({ method: call.method }, call.seconds);
  });
}

/** The value of each label, or of the one that a metric without labels has. */
type Values = readonly [labels: Record<string, string>, value: number][];

/**
 * Read once for each scrape. While it cannot be read these metrics are absent, rather than old: gatepost_database_available
 * says why.
 */
function observeLoad(registry: Registry, { app }: Observed): void {
  let reading: Promise<Load | undefined> | undefined;
  // A scrape asks all metrics for their values in one turn.
  const readLoad = () => {
    reading ??= measureLoad({ ctx: { ...app, actor: { kind: "system" } } })
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const gauge = (name: string, help: string, labelNames: string[], valuesOf: (load: Load) => Values) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      // The processes behind one port report the same.
      aggregator: "max",
      async collect() {
        const load = await readLoad();
        if (labelNames.length > 0) this.reset();
        else this.remove();
        for (const [labels, value] of load ? valuesOf(load) : []) this.set(labels, value);
      },
    });

  gauge("gatepost_queued_tasks", "Tasks in the queue, up to 100,000.", [], ({ queued }) => [[{}, queued]]);
  gauge(
    "gatepost_queue_age_seconds",
    "Since the task that has been queued longest entered the queue; 0 if none is queued.",
    [],
    ({ oldestSeconds }) => [[{}, oldestSeconds]],
  );
  gauge("gatepost_slots", "Slots of all workers.", ["state"], ({ slots, idleSlots }) => [
    [{ state: "idle" }, idleSlots],
    [{ state: "busy" }, slots - idleSlots],
  ]);
  gauge("gatepost_waits", "Tasks that wait for a value, by how long they have waited.", ["age"], ({ waits }) => [
    [{ age: "under 1 minute" }, waits.underMinute],
    [{ age: "1 to 10 minutes" }, waits.underTenMinutes],
    [{ age: "10 to 60 minutes" }, waits.underHour],
    [{ age: "1 hour or more" }, waits.hourOrMore],
  ]);
}
