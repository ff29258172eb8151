import { SpanKind, trace } from "@opentelemetry/api";
import type { Operation } from "#lib/contract/offramp";

/** Costs nothing without a receiver. Returns the function that ends the span. */
export function beginServiceSpan(operation: Operation): (result: string) => void {
  const span = trace.getTracer("offramp-dashboard").startSpan(`offramp ${operation}`, {
    kind: SpanKind.CLIENT,
    attributes: { "offramp.operation": operation },
  });
  return (result) => span.setAttribute("offramp.result", result).end();
}
