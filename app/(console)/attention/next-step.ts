import { may, type Role } from "#lib/contract/roles";
import type { AttentionReason } from "#lib/transfer/attention-reasons";

const onPage: Partial<Record<AttentionReason, string>> = {
  address_changed: "Open",
  address_invalid: "Open",
  seen_twice: "Open",
  nodes_disagree: "Open",
  wallet_unsure: "Open",
  wallet_unseen: "Open",
  wallet_silent: "Open",
  refunding: "Open",
  creation_doubt: "Open",
  unknown_word: "Open",
  update_unread: "Open",
  network_blind: "Open",
  unheard: "Open",
  no_approver: "Open",
  no_deposit: "Show deposit",
};
/** Recorded on the transfer's page. */
const resolvable: ReadonlySet<AttentionReason> = new Set(["unknown_outcome", "contradicting_address"]);

/** What the link to the transfer says where the next step is on its page; otherwise the service is asked, by a message. */
export function stepOnPage(reason: AttentionReason, role: Role): string | undefined {
  return resolvable.has(reason) && may(role, "resolve") ? "Resolve…" : onPage[reason];
}
