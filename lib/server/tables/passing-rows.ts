/** What a person has typed into a form of a transfer; one a form. */
export type DraftRow = {
  person_id: string;
  form_id: string;
  session_id: string;
  encrypted_content: string;
  updated_at: string;
};

/** Within a window of time. */
export type AttemptRow = { key: string; count: number; ends_at: string };

/** A link by which somebody else pays a transfer. */
export type PayLinkRow = {
  id: string;
  /** SHA-256 of its token, which is stored nowhere. */
  token_hash: string;
  transfer_id: string;
  /** Who asks for the payment, in the words of the person who made the link. */
  payee_name: string;
  reference: string | null;
  /** 1 where the payer sees the bank and the last four digits. */
  shows_bank: number;
  created_by: string;
  created_at: string;
  expires_at: string;
  /** Null until a person ends it, or makes another one. */
  ended_at: string | null;
  ended_by: string | null;
  /** As that of a payee's version. */
  cover_key: string | null;
};
