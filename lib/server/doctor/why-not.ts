import { connectionFault } from "#lib/server/outgoing/connection-words";
import { TransportError } from "#lib/server/service/offramp-http";

/** Why nobody answered: each address that was tried, or what came after the connection was made. */
export function whyNot(error: unknown): string {
  const fault = connectionFault(error);
  if (fault !== undefined) return fault;
  if (!(error instanceof TransportError)) return "It gave no answer.";
  if (!error.wasSent) return "No connection was made in time.";
  return `It was connected, and gave no answer${error.reason === "timeout" ? " in time" : ""}.`;
}
