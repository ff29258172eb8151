import "server-only";
import { SpanKind, trace } from "@opentelemetry/api";
import type { Operation } from "#lib/contract/offramp";

/** Begins the part of a trace that is a call to the service; costs nothing without a receiver. Gives its end. */
export function beginServiceSpan(operation: Operation): (result: string) => void {
  const span = trace.getTracer("offramp-dashboard").startSpan(`offramp ${operation}`, {
    kind: SpanKind.CLIENT,
    attributes: { "offramp.operation": operation },
  });
  return (result) => span.setAttribute("offramp.result", result).end();
}
