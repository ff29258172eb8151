import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-node";
import { besideTheSystem } from "#lib/server/outgoing/names";
import { asLastAct } from "./under-way";

/** Invariant: a trace has nothing of a request's content. Loaded only where OpenTelemetry's variables name a receiver. */

/** The only attributes that may leave: an address has IDs and tokens, a message may have anything. */
const told = new Set([
  "error.type",
  "http.method",
  "http.route",
  "http.status_code",
  "next.route",
  "next.rsc",
  "next.span_name",
  "next.span_type",
  "offramp.operation",
  "offramp.result",
]);

/** `ExportResultCode.FAILED` of a package that is not ours to load. */
const failed = 1;

/** Sends the rest when the server stops. */
export function startTracing(version: string, host: string): void {
  const own = resourceFromAttributes({ "service.name": "offramp-dashboard", "service.version": version });
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
  const exporter = discreet(new OTLPTraceExporter(), host);
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();
  asLastAct(() => provider.shutdown());
}

function discreet(exporter: SpanExporter, host: string): SpanExporter {
  return {
    // The exporter's own look-up takes a thread of the system: only a name that is known elsewhere comes so far.
    export: (spans, done) =>
      void besideTheSystem(host).then(
        () => exporter.export(spans.map(withoutSecrets), done),
        (error: Error) => done({ code: failed, error }),
      ),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function withoutSecrets(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => told.has(name)));
  // A prototype, since the span's class and other readers need its own fields.
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}
