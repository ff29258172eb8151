import type { UseQueryResult } from "@tanstack/react-query";
import type { Business } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";

export type BusinessBlock = { title: string; detail: string };

/** Only a definite no blocks: when the service doesn't answer, the transfer's own call will tell. */
export function businessBlock({ data, error }: UseQueryResult<Business>): BusinessBlock | undefined {
  if (error instanceof Problem && (error.code === "key_rejected" || error.code === "business_inactive")) {
    return { title: error.title, detail: error.detail };
  }
  if (error !== null || data === undefined || data.usable) return undefined;
  return {
    title: "The business is not active",
    detail: `The service says that the status of ${data.name} is “${data.status}”. Only an active business can create transfers. Ask the service to activate it.`,
  };
}
