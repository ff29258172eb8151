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

/** The one handler of our API, as the framework names it. */
const catchAll = "/api/[...path]";
type RouteOf = (address: string) => string;

/** Sends the rest when the server stops. `routeOf`: the pattern of an address, which the framework doesn't know. */
export function startTracing(version: string, host: string, routeOf: RouteOf): void {
  const own = resourceFromAttributes({ "service.name": "offramp-dashboard", "service.version": version });
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
  const exporter = discreet(new OTLPTraceExporter(), host, routeOf);
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();
  asLastAct(() => provider.shutdown());
}

function discreet(exporter: SpanExporter, host: string, routeOf: RouteOf): SpanExporter {
  return {
    // The exporter's own look-up takes a thread of the system: only a name that is known elsewhere comes so far.
    export: (spans, done) =>
      void besideTheSystem(host).then(
        () =>
          exporter.export(
            spans.map((span) => withoutSecrets(span, routeOf)),
            done,
          ),
        (error: Error) => done({ code: failed, error }),
      ),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function withoutSecrets(span: ReadableSpan, routeOf: RouteOf): ReadableSpan {
  const address = span.attributes["http.target"];
  const route = typeof address === "string" ? routeOf(address) : catchAll;
  const routed = (text: string) => text.replace(catchAll, route);
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).flatMap(([name, value]) =>
      told.has(name) ? [[name, typeof value === "string" ? routed(value) : value]] : [],
    ),
  );
  // A prototype, since the span's class and other readers need its own fields.
  return Object.create(span, {
    name: { value: routed(span.name) },
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}
