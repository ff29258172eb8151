import type { Transfer } from "#lib/contract/api";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { attentionTitles } from "./attention-titles";
import { arrivedWords } from "./deposit/arrived-words";
import { differingWords } from "./deposit/differing-words";

/** What it means for the money, and what to do. True of each transfer with the reason, whatever its status. */
const bodies: Record<AttentionReason, string> = {
  unknown_outcome:
    "We don’t know whether the service created this transfer. Ask it, and record what it says before you create it again.",
  late_callback:
    "We recorded this transfer as not created, but the service has sent a status update for it. Ask for its transaction ID and address. If you created another in its place, send to only one.",
  conflicting_reports:
    "We don’t know whether the recipient has the money. Ask the service, and compare with the recipient’s bank statement before you pay again.",
  not_found:
    "Your statements cover the days after it was reported paid, and have no line of it. Look for it under another amount, and ask the service for the bank’s reference before you pay again.",
  not_reported:
    "A line of your statement is matched with it, and the service hasn’t reported it paid. Check that the line is of this transfer, and ask the service before you pay again.",
  received_differs:
    "What the recipient got, or what the service says that it paid, is another amount than expected, or two sources differ, and nobody said why. Compare with the recipient’s bank statement, and ask the service before you pay again.",
  payment_withdrawn:
    "A new version of this dashboard read the service’s status updates again. They don’t say that the recipient was paid. Check the recipient’s bank statement, and ask the service before you pay again.",
  contradicting_address:
    "Two sources disagree about the deposit address. Ask the service which one is right, and record it on the transfer’s page. Until then the page shows no address.",
  address_changed:
    "The deposit address in the database is not the one that the service gave, so we don’t show it. Ask the service for the address, and tell the person who runs this dashboard to verify the ledger.",
  address_invalid:
    "Nobody can receive money at this address on its network. Send nothing, and ask the service.",
  address_missing:
    "The transfer exists at the service, but we have no address for it. Send nothing. Ask the service for the address, then add it on the transfer’s page.",
  paid_without_address:
    "The service reports a payout, but this transfer has no valid deposit address. Ask which deposit it paid out.",
  seen_twice:
    "Another transfer has the same address or transaction ID, so a deposit may count for the wrong one. Ask the service which of them it belongs to.",
  deposit_short:
    "Less than the amount arrived. Ask the service what to do. Don’t send the rest until it answers.",
  deposit_over:
    "More than the amount arrived. Ask the service what happens to the extra amount. Don’t send again.",
  chain_wrong_token:
    "Another token arrived, and it may be lost. Give the service the transaction, and ask before you send again.",
  chain_short:
    "The network shows less than the amount. Ask the service what to do. Don’t send the rest until it answers.",
  chain_over:
    "The network shows more than the amount. Ask the service what happens to the extra amount. Don’t send again.",
  chain_gone:
    "A deposit that was seen is no longer on the network, so it may not have happened. Ask the service before you send again.",
  nodes_disagree:
    "Two nodes report different things about a deposit. Check it in the block explorer, and tell the person who runs this dashboard which node is wrong.",
  chain_unreported:
    "The whole amount has been on the network for 15 minutes or more, and the service hasn’t reported it. Give the service the transaction. Don’t send again.",
  chain_missing:
    "The service reports a deposit that the network doesn’t show at this address. Ask which transaction it means.",
  wallet_unsure:
    "A browser wallet was asked to send, and we don’t know whether it did. Look in that wallet. Don’t send from anywhere else until you know, then close the request on the transfer’s page.",
  wallet_unseen:
    "A browser wallet said that it sent, but after 30 minutes or more no deposit was reported or seen. Check in that wallet whether the transaction failed. Don’t send again.",
  wallet_silent:
    "A browser wallet was asked to send, and hasn’t answered for 10 minutes or more. It may still show the request. Refuse it there, then close the request on the transfer’s page.",
  refund_failed: "The service couldn’t send the deposit back. Ask where the money is before you pay again.",
  reversed:
    "The service says that the payout came back, so the recipient may not have the money. Ask the service where it is before you pay again.",
  refunded: "The service says that it sent the deposit back. Check that you have it before you pay again.",
  refunding: "The service is sending the deposit back. Wait for the refund before you pay again.",
  failed:
    "The service says that the recipient was not paid. If crypto was sent, contact the service before you create a new transfer.",
  late_deposit: "The service reported a late deposit. Ask it what happens to the money. Don’t send again.",
  on_hold: "The money was not paid out and not sent back. Ask the service what it needs. Don’t send again.",
  stuck:
    "The money has been on its way for too long without news. Ask the service when the payout goes out. Don’t send again.",
  money_elsewhere:
    "Money arrived at another address that was once named for this transfer. It may be lost. Give the service the transaction, and ask whether it takes it.",
  money_after_end:
    "Money arrived after this transfer had ended. It may be lost. Give the service the transaction, and ask it to pay or to send it back.",
  sources_differ:
    "The service and the network report different sums. Ask the service which deposit it counted. Don’t send again.",
  creation_doubt:
    "The service contradicts what we asked for, or itself. Send nothing, and ask the service whether the transfer is right.",
  unknown_word:
    "The service sent a status that we don’t know, so the address is closed. Ask what it means. Then open the transfer again, or let an admin teach the word.",
  update_unread:
    "The service sent an update that we couldn’t read, so the address is closed. It’s in the timeline as it came. Ask the service what it says.",
  network_blind:
    "We can’t read the network now, so a deposit may have arrived that we don’t see. Look in the block explorer before anybody sends.",
  unheard:
    "No service reports to this dashboard, so it can’t see whether deposits are taken or paid. Check APP_URL with the doctor, and compare with the service’s own records.",
  expired:
    "The service closed the transfer because no deposit came in time. Already sent? Contact the service before doing anything else.",
  cancelled_by_service:
    "The service closed the transfer. Already sent? Contact the service before doing anything else.",
  no_deposit:
    "The time for the deposit has passed. Before you send, ask the service whether the address is still valid. Already sent? Ask whether the deposit arrived.",
  no_approver:
    "It waits for an approval, and nobody is there who could give it. Let an admin see on the page Controls who is missing what. It can be withdrawn.",
  callbacks_dropped:
    "The service sent more updates than we keep for one transfer. We kept every new status and only counted the rest. Ask the service why it sends so many.",
};

type Words = { title: string; body: string };

export const attentionWords = Object.fromEntries(
  attentionReasons.map((reason) => [reason, { title: attentionTitles[reason], body: bodies[reason] }]),
) as Record<AttentionReason, Words>;

/** The same of one transfer, with the amounts where the service said them. */
export function reasonWords(
  reason: AttentionReason,
  transfer: Parameters<typeof arrivedWords>[0] & Pick<Transfer, "standing">,
): Words {
  const { sources } = transfer.standing;
  if (reason === "sources_differ" && sources !== null)
    return {
      title: "The service and the network don’t agree",
      body: `${differingWords(sources, { symbol: transfer.fromCurrency })} Ask the service which deposit it counted. Don’t send again.`,
    };
  const arrived = reason === transfer.status ? arrivedWords(transfer) : undefined;
  return arrived === undefined ? attentionWords[reason] : { title: arrived.headline, body: arrived.advice };
}
