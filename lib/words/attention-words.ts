import type { AttentionReason } from "#lib/transfer/attention-reasons";

/** What happened, what it means for the money, and what to do. */
export const attentionWords: Record<AttentionReason, { title: string; body: string }> = {
  unknown_outcome: {
    title: "Outcome unknown",
    body: "The service may or may not have created the transfer. Nothing has been paid: no address was issued to you. Ask the service, record what it says, and create nothing again before that.",
  },
  conflicting_reports: {
    title: "Conflicting reports",
    body: "We don’t know whether the recipient has the money. Ask the service, and compare with the recipient’s bank statement before you pay again.",
  },
  payment_withdrawn: {
    title: "No longer read as paid",
    body: "An update of this dashboard read the service’s messages again: they don’t say that the recipient was paid. Check the recipient’s bank statement, and ask the service before you pay again.",
  },
  late_callback: {
    title: "Reported after it was refused or closed",
    body: "The service sent a status update, so the transfer may exist after all. If another one was made in its place, fund only one. Ask the service for its transaction ID and address.",
  },
  contradicting_address: {
    title: "Two addresses: send nothing",
    body: "Two sources gave different deposit addresses or transaction IDs for this transfer. Money sent to the wrong one is lost. Ask the service which is right, then record it on the transfer’s page.",
  },
  address_changed: {
    title: "Stored address was changed",
    body: "The deposit address in the database is not the one that the service gave, so it is not shown. Send nothing. Ask the service for the address, and tell the person who runs this dashboard to verify the ledger.",
  },
  address_invalid: {
    title: "Address fails its check",
    body: "The address doesn’t have its network’s format, or nobody owns it. Money sent to it may be lost: send nothing, and ask the service.",
  },
  address_missing: {
    title: "No deposit address received",
    body: "The transfer exists at the service, and nothing can be sent to it yet. Do not fund it. Ask the service for the address, then add it on the transfer’s page.",
  },
  seen_twice: {
    title: "Same address or transaction ID twice",
    body: "Two transfers share a deposit address or a transaction ID, so a deposit may count for the wrong one. Ask the service which of them it belongs to before you send.",
  },
  refunded: {
    title: "Refund reported",
    body: "The service reports a refund, or a refund that failed. Ask where the money went, and whether the recipient was paid, before you pay again.",
  },
  failed: {
    title: "Ended without a payout",
    body: "The service reports that the recipient is not paid. If crypto was sent, contact the service before you create a new transfer.",
  },
  late_deposit: {
    title: "Deposit reported after the end",
    body: "The service called the transfer expired or cancelled, and also said that money moved: the deposit may have been late. Ask what became of it, and do not send again.",
  },
  on_hold: {
    title: "On hold at the service",
    body: "The money is neither paid out nor sent back. Ask the service what it needs to go on, and do not send again.",
  },
  deposit_silent: {
    title: "Deposit seen, then no news",
    body: "The service has seen the deposit and has reported nothing for 15 minutes or more. The money is with the service: ask when the payout goes out, and do not send again.",
  },
  no_deposit: {
    title: "No deposit reported",
    body: "The time for the deposit has passed and none was reported here. If it was sent, ask the service whether it arrived; if not, ask whether the address is still valid before you send.",
  },
  callbacks_dropped: {
    title: "Too many status updates",
    body: "The service sent more updates than are kept for one transfer. Every new status word was kept; the other updates were only counted. Ask the service why it sends so many.",
  },
};
