import { plainWords } from "#lib/text/plain-words";
import type { Chip } from "#lib/transfer/standing/chip";
import { stateWords, statusesOf, transferStates } from "#lib/transfer/transfer-states";
import { type TransferStatus, transferStatuses } from "#lib/transfer/transfer-status";
import { chipWords, statusWords } from "./words";

/** What a list shows of a transfer: the status, or the chip where that says something else. */
export type CalledStates = { statuses: readonly TransferStatus[]; chips: readonly Exclude<Chip, "status">[] };

/** As people say what the words of a chip say at more length. */
const also: Record<string, CalledStates> = {
  short: { statuses: ["deposit_short"], chips: ["short"] },
  underpaid: { statuses: ["deposit_short"], chips: ["short"] },
  over: { statuses: ["deposit_over"], chips: ["over"] },
  overpaid: { statuses: ["deposit_over"], chips: ["over"] },
  late: { statuses: ["deposit_late"], chips: [] },
  awaiting: { statuses: ["accepted", "awaiting_deposit"], chips: [] },
  waiting: { statuses: ["accepted", "awaiting_deposit"], chips: [] },
  unknown: { statuses: ["unknown"], chips: [] },
  hold: { statuses: ["on_hold"], chips: [] },
  conflicting: { statuses: ["conflicting"], chips: [] },
  differ: { statuses: ["conflicting"], chips: ["differ"] },
  "paid then failed": { statuses: ["conflicting"], chips: [] },
  cancelled: { statuses: ["cancelled", "cancelled_by_service"], chips: [] },
  canceled: { statuses: ["cancelled", "cancelled_by_service"], chips: [] },
  "not paid": { statuses: transferStatuses.filter((status) => status !== "paid"), chips: [] },
  unpaid: { statuses: transferStatuses.filter((status) => status !== "paid"), chips: [] },
};

const called = new Map<string, CalledStates>(
  [
    ...transferStates.map(
      (state) => [stateWords[state], { statuses: statusesOf(state), chips: [] }] as const,
    ),
    ...transferStatuses.map(
      (status) => [statusWords[status].word, { statuses: [status], chips: [] }] as const,
    ),
    ...(Object.keys(chipWords) as (keyof typeof chipWords)[]).map(
      (chip) => [chipWords[chip].word, { statuses: [], chips: [chip] }] as const,
    ),
    ...Object.entries(also),
  ].map(([word, states]) => [plainWords(word).join(" "), states]),
);

/** The states that a list calls so, in whole words and any case; `undefined` for a text that is no word of a list. */
export function statesCalled(text: string): CalledStates | undefined {
  return called.get(plainWords(text).join(" "));
}
