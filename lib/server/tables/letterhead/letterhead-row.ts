import type { LogoType } from "#lib/contract/letterhead/letterhead";

/** One row at most: what stands at the top of each payment advice. */
export type LetterheadRow = {
  id: string;
  /** Grows with each change. */
  version: number;
  name: string | null;
  /** Its lines, with a line break between them. */
  address: string | null;
  rc_number: string | null;
  vat_number: string | null;
  logo_type: LogoType | null;
  /** SHA-256 of the file, by which a browser asks for it. */
  logo_hash: string | null;
  /** The cleaned file in base64. */
  logo: string | null;
};
