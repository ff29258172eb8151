/**
 * What staff write about a transfer for themselves, and the service never gets. Its input, answer, column, draft, export and
 * made-up data follow from this list.
 */
type OwnText = {
  column: string;
  label: string;
  /** Below its field, and in the description of the API. */
  hint: string;
  /** In characters. */
  most: number;
  /** Whether the payee reads it, on the payment advice. */
  isOnAdvice: boolean;
};

export const ownTexts = {
  reference: {
    column: "reference",
    label: "Reference",
    hint: "Such as an invoice number. Not sent to the service.",
    most: 64,
    isOnAdvice: true,
  },
  purpose: {
    column: "purpose",
    label: "Purpose",
    hint: "On the payment advice. Not sent to the service.",
    most: 140,
    isOnAdvice: true,
  },
} as const satisfies Record<string, OwnText>;

export type OwnTextName = keyof typeof ownTexts;

/** In the order in which people see them. */
export const ownTextNames = Object.keys(ownTexts) as OwnTextName[];

/** As the ledger has them. */
export type OwnTextColumns = { [Name in OwnTextName as (typeof ownTexts)[Name]["column"]]: string | null };

/** Makes something for each. */
export function eachOwnText<Made>(
  make: (text: OwnText, name: OwnTextName) => Made,
): Record<OwnTextName, Made> {
  const made = ownTextNames.map((name) => [name, make(ownTexts[name], name)]);
  return Object.fromEntries(made) as Record<OwnTextName, Made>;
}

/** For the ledger. What isn't given is null. */
export function toOwnColumns(texts: Partial<Record<OwnTextName, string | null | undefined>>): OwnTextColumns {
  const columns = ownTextNames.map((name) => [ownTexts[name].column, texts[name] ?? null]);
  return Object.fromEntries(columns) as OwnTextColumns;
}

/** Out of the ledger. */
export function readOwnColumns(row: OwnTextColumns): Record<OwnTextName, string | null> {
  return eachOwnText((_, name) => row[ownTexts[name].column]);
}
