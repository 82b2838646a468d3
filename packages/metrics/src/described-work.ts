import type { TracedWork } from "@gatepost/domain/traced";

interface Description<Facts> {
  /** OpenTelemetry's SpanKind: 0 is internal, 1 a server's. */
  kind: 0 | 1;
  nameOf(facts: Facts): string;
  attributesOf(facts: Facts): Record<string, string | number | undefined>;
}

/** What a span says of its work, by the kind of work. */
export const described: { readonly [Name in keyof TracedWork]: Description<TracedWork[Name]> } = {
  request: {
    kind: 1,
    nameOf: ({ method }) => method,
    attributesOf: ({ requestId, response, taskId }) => ({
      ...{ "gatepost.request_id": requestId, "gatepost.response": response, "gatepost.task_id": taskId },
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
      ...{ "gatepost.task_id": taskId, "server.address": host, "gatepost.outcome": outcome },
    }),
  },
  step: {
    kind: 0,
    nameOf: ({ type }) => `step ${type}`,
    attributesOf: ({ taskId, number }) => ({ "gatepost.task_id": taskId, "gatepost.step.number": number }),
  },
};
