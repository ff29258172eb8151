/** A name for a list. */
export type ViewRow = {
  id: string;
  /** The person's ID, or empty: everybody's. */
  owner: string;
  name: string;
  /** Its name in the form in which names are compared; see `canonical-text.ts`. */
  name_key: string;
  /** The filters as the query of the list's address. */
  query: string;
  created_at: string;
};
