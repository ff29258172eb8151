import { showInvisible } from "#lib/text/visible-text";
import { type DeliveryFault, goneSlackFaults, slackFaults } from "./delivery-faults";
import type { DeliveryState } from "./delivery-states";

export const deliveryStateWords: Record<DeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  given_up: "Given up",
  withdrawn: "Withdrawn",
};

const faultWords: Record<DeliveryFault, string> = {
  redirect: "redirects are not followed",
  private_address: "leads to a private address",
  not_found: "name not found",
  name_unanswered: "no answer from its name server",
  unreachable: "no connection",
  untrusted: "certificate not valid",
  timeout: "no answer in time",
  secret_unreadable: "secret can’t be read",
  not_taken: "answered, but didn’t take the message",
};

/** How a try ended: an HTTP status as it is, a fault in words. `undefined` before the first try. */
export function resultWords(result: string | null): string | undefined {
  if (result === null) return undefined;
  if (goneSlackFaults.includes(result)) return `Slack takes nothing more there (${result})`;
  if (slackFaults.some((known) => known === result)) return `refused by Slack (${result})`;
  return Object.hasOwn(faultWords, result) ? faultWords[result as DeliveryFault] : showInvisible(result);
}
