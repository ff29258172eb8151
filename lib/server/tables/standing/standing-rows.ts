/** A reason why a transfer needs a person, now or from a moment on. */
export type AttentionRow = {
  transfer_id: string;
  /** The transfer's: a list of them is in its order. */
  created_at: string;
  /** Its place in the list of reasons: the smaller, the more pressing. */
  place: number;
  /** ISO 8601; the transfer's creation where it stands at once. */
  from_at: string;
  /** It counts only `if` the network was read at this time or later, or only `unless` it was. */
  look_at: string | null;
  look_counts: "if" | "unless" | null;
  /** When somebody was told, or would have been. */
  told_at: string | null;
};

/** An address that a transfer has, or that some source once named for it. All are watched and searched alike. */
export type AddressRow = {
  transfer_id: string;
  address: string;
  /** As on the wire. */
  account: string;
  address_check: "valid" | "invalid" | "unchecked";
  network: string;
  /** The transfer's. */
  created_at: string;
  /** Of the first event that named it. */
  seq: number;
  /** 1 once everything since the transfer was made has been read. */
  is_looked_at: number;
};

/** What an admin said that a word of this service means. */
export type ServiceWordRow = {
  word: string;
  meaning: string;
  /** The person's e-mail. */
  taught_by: string;
  taught_at: string;
};

/** One row: the rules that all standings were written by, and how far the next writing has got. */
export type StandingRecipeRow = { id: number; recipe: string; next_recipe: string; last_id: string };
