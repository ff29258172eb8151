export type PayeeRow = {
  id: string;
  name: string;
  created_at: string;
  archived_at: string | null;
  /** As that of a version. */
  cover_key: string | null;
};

/** A name that a payee or its account has, or had, in the form in which names are compared; see `canonical-text.ts`. */
export type PayeeNameRow = { payee_id: string; name_key: string };

/** Never changes but in its state; exactly one of a payee is current. */
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
  state: "proposed" | "current" | "declined" | "past";
  at: string;
  person_name: string;
  /**
   * Random and shown nowhere, so nobody finds an account number by trying hashes. Empty: older than the cover, its line is
   * still to come. `null`: this dashboard didn't write the row.
   */
  cover_key: string | null;
};
