import type { FundingState } from "#lib/transfer/funding";
import type { PayLinkRow } from "./passing-rows";

/** A licence to ask a browser wallet once; one live one a transfer. What was asked never changes. */
export type FundingRow = {
  /** The idempotency key of the request. */
  id: string;
  transfer_id: string;
  state: FundingState;
  person_id: string;
  /** As the wallet calls itself: anybody can. */
  wallet: string;
  /** In lower case, as on the wire. */
  from_address: string;
  chain_id: string;
  contract: string;
  to_address: string;
  /** A whole number of the token's smallest unit, as text. */
  units: string;
  /** The transaction, as the wallet says it. In lower case. */
  hash: string | null;
  asked_at: string;
  changed_at: string;
};

export type FundingTables = { fundings: FundingRow; pay_links: PayLinkRow };
