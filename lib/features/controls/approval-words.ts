import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import type { Approvers } from "./approvers";
import type { ApprovalDetail } from "./controls-api";

/** What a request's page and list say of how far it is, and of how it ended. */

/** `1 of 2`; names the admin who is still missing where the count alone would look complete. */
export function progressWords(given: Approvers, needed: Approvers): string {
  const count = `${Math.min(given.people, needed.people)} of ${needed.people}`;
  const isAdminMissing = given.people >= needed.people && given.admins < needed.admins;
  return isAdminMissing ? `${count}, an admin is still needed` : count;
}

type Decided = Pick<ApprovalDetail, "kind" | "state" | "given" | "needed">;

/** To the person who has just approved or declined. `status`: of the transfer, where it was sent. */
export function decidedWords(detail: Decided, status: TransferStatus | undefined): string {
  const { kind, state, given, needed } = detail;
  if (state === "declined") return `Declined. ${staysWords[kind]}`;
  if (kind === "rules") return "Agreed. The new rules count now.";
  if (kind === "payee_version") return "Agreed. The new account can be paid now.";
  if (kind === "batch" && state === "approved") return `Approved. ${countsWords.batch}`;
  return state === "waiting" ? `Approved. ${leftWords(given, needed)}` : `Approved. ${sentWords(status)}`;
}

function leftWords(given: Approvers, needed: Approvers): string {
  const admins = Math.max(0, needed.admins - given.admins);
  const people = Math.max(1, needed.people - given.people, admins);
  const who = admins === people ? (people === 1 ? " by an admin" : " by admins") : "";
  return `${people} more ${people === 1 ? "approval" : "approvals"}${who} ${people === 1 ? "is" : "are"} needed.`;
}

function sentWords(status: TransferStatus | undefined): string {
  switch (status) {
    case undefined:
    case "dispatching":
      return "It is being sent.";
    case "unknown":
      return "It was sent, and we don’t know yet whether it was created.";
    case "rejected":
      return "The service rejected it: no address was issued.";
    case "not_created":
      return "It was sent, and not created.";
    case "accepted":
    case "awaiting_deposit":
      return "The service issued an address. No money has moved yet: the crypto is still to be sent there.";
    default:
      return "The service issued an address.";
  }
}

type Ended = Pick<ApprovalDetail, "kind" | "state" | "decisions" | "endedAt" | "endedBy">;
/** `now` is in milliseconds since 1970. */
type Clock = { now: number; timeZone: string };

/** To whoever comes after the end: `Obi approved at 14:03. The service issued an address.` Nothing while it waits. */
export function endWords(
  { kind, state, decisions, endedAt, endedBy }: Ended,
  status: TransferStatus | undefined,
  { now, timeZone }: Clock,
): string | undefined {
  const at = endedAt === null ? "" : ` at ${formatMoment(endedAt, now, timeZone)}`;
  const last = decisions.at(-1)?.person ?? endedBy;
  const who = last == null ? "Somebody" : showInvisible(last);
  switch (state) {
    case "waiting":
      return undefined;
    case "approved":
      return kind === "transfer"
        ? `${who} approved${at}. ${sentWords(status)}`
        : `${who} agreed${at}. ${countsWords[kind]}`;
    case "declined":
      return `${who} declined${at}. ${staysWords[kind]}`;
    case "withdrawn":
      return kind === "rules" ? `The new rules were stopped${at}.` : `Withdrawn${at}. ${staysWords[kind]}`;
    case "expired":
      return kind === "rules"
        ? "Nobody had to agree any more: the new rules count."
        : `Nobody decided in time, so the request ended${at}. ${staysWords[kind]}`;
  }
}

const countsWords = {
  rules: "The new rules count.",
  payee_version: "The account can be paid.",
  batch: "Its transfers can be created for 24 hours.",
};
const staysWords = {
  transfer: "Nothing was sent.",
  rules: "The rules stay as they were.",
  payee_version: "The payee’s account stays as it was.",
  batch: "None of its transfers was created.",
};

/** What is asked for, where it is no payout. */
export function requestTitle({
  kind,
  payee,
  batch,
}: Pick<ApprovalDetail, "kind" | "payee" | "batch">): string {
  if (batch !== null)
    return `${showInvisible(batch.name)}, ${batch.rows === 1 ? "1 payout" : `${batch.rows} payouts`}`;
  if (kind === "rules" || payee === null) return "Looser rules for payouts";
  return `${payee.from === null ? "New payee" : "New account of a payee"}: ${showInvisible(payee.name)}`;
}
