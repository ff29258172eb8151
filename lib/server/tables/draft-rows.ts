import "server-only";

/** What a person has typed into the form of a transfer; one each. */
export type DraftRow = {
  person_id: string;
  session_id: string;
  encrypted_content: string;
  updated_at: string;
};
