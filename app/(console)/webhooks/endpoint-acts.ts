import { isForSystems } from "#lib/contract/outbox/endpoint-forms";
import type { Endpoint } from "#lib/features/telling/webhooks";
import { formatCount } from "#lib/money/format";
import type { EndpointAct } from "./webhook-calls";

export type AskedAct = Extract<EndpointAct, { renewSecret: true } | { remove: true }> | { turnOff: true };
type ActWords = { title: string; meaning: string; act: string; pending: string };

/** What is asked before an act. */
export function wordsOf(act: AskedAct, { name, form, waiting, previousUntil }: Endpoint): ActWords {
  if ("turnOff" in act)
    return {
      title: `Turn ${name} off?`,
      meaning:
        "While it is off, nothing is sent, and what happens in that time is never sent. Messages that are already waiting are sent when you turn it on again.",
      act: "Turn off",
      pending: "Turning off",
    };
  if ("remove" in act)
    return {
      title: `Remove ${name}?`,
      meaning: `${withdrawnWords(waiting)} Its ${isForSystems(form) ? "secret" : "address"} is deleted. You can’t undo this.`,
      act: "Remove",
      pending: "Removing",
    };
  return {
    title: `Make a new secret for ${name}?`,
    meaning:
      previousUntil === null
        ? "Messages are signed with both secrets for 24 hours, so you have 24 hours to change it in your system."
        : "You already made a new secret in the last 24 hours. The one before it stops working now. The current one stops in 24 hours.",
    act: "Make a new secret",
    pending: "Making a secret",
  };
}

function withdrawnWords(waiting: number): string {
  if (waiting === 0) return "Nothing more is sent to it.";
  const what = waiting === 1 ? "1 waiting message is" : `${formatCount(waiting)} waiting messages are`;
  return `Nothing more is sent to it: ${what} withdrawn.`;
}

/** What is said when an act is done. */
export function doneWords(act: EndpointAct, count: number | undefined): string | undefined {
  if ("replayHours" in act) {
    if (count === 0) return "There are no messages to send again in that time.";
    return count === 1 ? "1 message is sent again." : `${formatCount(count ?? 0)} messages are sent again.`;
  }
  if (!("change" in act)) return undefined;
  const { isOn } = act.change;
  if (isOn === undefined) return "Saved.";
  return isOn ? "It is on. Waiting messages are sent now." : "It is off.";
}
