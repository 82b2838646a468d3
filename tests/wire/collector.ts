import { json } from "node:stream/consumers";
import { openSite } from "./wire.ts";

export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  links: string[];
  attributes: Record<string, unknown>;
  /** 2 is an error. */
  status: number;
}

interface Value {
  stringValue?: string;
  intValue?: number | string;
}
type Attributes = { key: string; value: Value }[];
interface Body {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        links?: { spanId: string }[];
        attributes: Attributes;
        status?: { code?: number };
      }[];
    }[];
  }[];
}

const plain = (attributes: Attributes) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? Number(intValue)]),
  );

/** A collector of OpenTelemetry's traces, which takes OTLP as JSON over HTTP. */
export async function openCollector() {
  const spans: ReceivedSpan[] = [];
  const paths = new Set<string>();
  const url = await openSite(async (request, response) => {
    paths.add(`${request.method} ${request.url} ${request.headers["content-type"]}`);
    const { resourceSpans } = (await json(request)) as Body;
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const { name, traceId, spanId, parentSpanId } = span;
        spans.push({
          service: String(plain(resource.attributes)["service.name"]),
          name,
          traceId,
          spanId,
          parentSpanId,
          links: (span.links ?? []).map((link) => link.spanId),
          attributes: plain(span.attributes),
          status: span.status?.code ?? 0,
        });
      }
    response.setHeader("content-type", "application/json").end("{}");
  });
  return { url, spans, paths };
}
