import "server-only";
import { connectionFault } from "#lib/server/outgoing/connection-words";
import { TransportError } from "#lib/server/service/offramp-http";

/** Why nobody answered: each address that was tried, or what came after the connection was made. */
export function whyNot(error: unknown): string {
  const fault = connectionFault(error);
  if (fault !== undefined) return fault;
  const isLate = error instanceof TransportError && error.reason === "timeout";
  return isLate ? "It was connected, and gave no answer in time." : "It was connected, and gave no answer.";
}
