import { log } from "@gatepost/domain/platform/log";
import { currentWork, type Traced, type TracedWork, workChannel } from "@gatepost/domain/platform/observations";
import { within } from "@gatepost/domain/platform/signal";
import type { Attributes, Span, Tracer } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";

/** How long a stopping process sends its last spans. Milliseconds. */
const lastMs = 3_000;
/** How long spans are collected before they are sent. Milliseconds. */
const collectMs = 2_000;

/**
 * Makes traces of this process's work and sends them to an OpenTelemetry collector, as JSON over HTTP. Its libraries are
 * loaded here, so that they cost nothing without traces. The tracer is not made known to other libraries: Next.js would
 * write paths into its spans, with the tokens of links. Returns what stops it.
 */
export async function startTraces(url: string, service: "gatepost-web" | "gatepost-worker") {
  const [{ ROOT_CONTEXT, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = logged(new OTLPTraceExporter({ url: `${url}/v1/traces` }));
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: collectMs })],
  });
  const tracer: Tracer = provider.getTracer("gatepost");

  const spanOf = (work: unknown) => (work as Traced | undefined)?.span as Span | undefined;

  function follow<Name extends keyof TracedWork>(name: Name): void {
    const channel = workChannel(name);
    const { kind, nameOf, attributesOf } = described[name];
    channel.start.bindStore(currentWork, (facts) => {
      // The calls of a batch: it is a part of the first, and has links to the others.
      const [first, ...others] = "of" in facts ? facts.of : [currentWork.getStore()];
      const [parent, ...linked] = [spanOf(first), ...others.map(spanOf)];
      const links = linked.flatMap((span) => (span ? { context: span.spanContext() } : []));
      const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      const span = tracer.startSpan(nameOf(facts), { kind, links }, context);
      spans.set(facts, span);
      return { facts, span };
    });
    const end = (facts: TracedWork[Name]) => {
      const span = spans.get(facts);
      const { response, outcome, error } = facts as { response?: string; outcome?: string; error?: unknown };
      const failed = error !== undefined || response === "ERROR_INTERNAL" || outcome?.startsWith("ERROR_");
      if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.setAttributes(withoutAbsent(attributesOf(facts))).end();
    };
    channel.asyncEnd.subscribe((facts) => end(facts as TracedWork[Name]));
  }

  const spans = new WeakMap<object, Span>();
  for (const name of Object.keys(described) as (keyof TracedWork)[]) follow(name);
  return () => within(provider.shutdown(), lastMs).catch(() => {});
}

function withoutAbsent(attributes: Record<string, string | number | undefined>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

/** Logs once when spans cannot be sent, and once when they can be again. Those in between are lost. */
function logged(exporter: SpanExporter): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed !== failing) log(failed ? "traces not sent" : "traces sent", {}, failed ? "error" : "info");
        failing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

interface Description<Facts> {
  /** OpenTelemetry's SpanKind: 0 is internal, 1 a server's. */
  kind: 0 | 1;
  nameOf(facts: Facts): string;
  attributesOf(facts: Facts): Record<string, string | number | undefined>;
}

/** What a span says of its work, by the kind of work. */
const described: { readonly [Name in keyof TracedWork]: Description<TracedWork[Name]> } = {
  request: {
    kind: 1,
    nameOf: ({ method }) => method,
    attributesOf: ({ requestId, response, taskId }) => ({
      "gatepost.request_id": requestId,
      "gatepost.response": response,
      "gatepost.task_id": taskId,
    }),
  },
  batch: {
    kind: 0,
    nameOf: ({ name }) => `batch ${name}`,
    attributesOf: ({ inputs }) => ({ "gatepost.batch.inputs": inputs }),
  },
  claim: {
    kind: 0,
    nameOf: () => "claim",
    attributesOf: ({ claimed, taskId }) => ({ "gatepost.claimed": claimed, "gatepost.task_id": taskId }),
  },
  task: {
    kind: 0,
    nameOf: () => "task",
    attributesOf: ({ taskId, host, outcome }) => ({
      "gatepost.task_id": taskId,
      "server.address": host,
      "gatepost.outcome": outcome,
    }),
  },
  step: {
    kind: 0,
    nameOf: ({ type }) => `step ${type}`,
    attributesOf: ({ taskId, number }) => ({ "gatepost.task_id": taskId, "gatepost.step.number": number }),
  },
};
