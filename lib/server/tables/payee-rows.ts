export type PayeeRow = {
  id: string;
  name: string;
  created_at: string;
  archived_at: string | null;
  /** As that of a version. */
  cover_key: string | null;
};

/** A name that a payee or its account has, or had, in the form in which names are compared; see `canonical-text.ts`. */
type PayeeNameRow = { payee_id: string; name_key: string };

/** Never changes but in its state; at most one of a payee is current, and at most one proposed. */
export type PayeeVersionRow = {
  payee_id: string;
  /** Counts from 1. */
  n: number;
  bank_code: string;
  bank_name: string;
  account_number: string;
  account_name: string;
  /** In the words of the person who changed the account. */
  how_checked: string | null;
  state: "proposed" | "current" | "past" | Exclude<PayeeDecisionRow["outcome"], "agreed">;
  at: string;
  person_name: string;
  /** 1 for one that counts only once a second person has agreed. */
  needs_agreement: number;
  /**
   * Random and shown nowhere, so nobody finds an account number by trying hashes. Empty: older than the cover, its line is
   * still to come. `null`: this dashboard didn't write the row.
   */
  cover_key: string | null;
};

/** How the wait of a proposed version ended. Never changes. */
export type PayeeDecisionRow = {
  /** The version's name; see `version-name.ts`. */
  id: string;
  payee_id: string;
  n: number;
  outcome: "agreed" | "declined" | "withdrawn" | "expired";
  at: string;
  /** Null where nobody did: time or the end of a hold. */
  person_name: string | null;
  /** Of a declined one. */
  reason: string | null;
};

/** Somebody has compared the name of an account with whose it is. It belongs to one version, and never changes. */
export type NameConfirmationRow = {
  id: string;
  payee_id: string;
  n: number;
  how: "bank_app" | "called_back" | "document";
  /** The name that the bank's app showed. */
  shown_name: string | null;
  note: string | null;
  person_id: string;
  at: string;
};

export type PayeeTables = {
  payees: PayeeRow;
  payee_versions: PayeeVersionRow;
  payee_decisions: PayeeDecisionRow;
  name_confirmations: NameConfirmationRow;
  payee_names: PayeeNameRow;
};
