import { ownTextNames } from "./own-texts";

/** What the check of a transfer shows. */
const shownFields = [
  ...(["amount", "asset", "bankCode", "bankName", "accountNumber", "accountName"] as const),
  ...ownTextNames,
  ...(["callbackUrl", "payeeId"] as const),
] as const;

type Shown = { readonly [Name in (typeof shownFields)[number] | "askedOutput"]?: string | undefined };

const offsetBasis = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;

/**
 * FNV-1a of what the check shows, by which the server sees that it creates nothing else. It guards against mistakes and not
 * against the person, and needs no cryptography, which browsers have only over https.
 */
export function shownHash(shown: Shown): string {
  // Where nothing was asked for, the list is as long as it was before there was such a field.
  const fields = shown.askedOutput === undefined ? shownFields : [...shownFields, "askedOutput" as const];
  const values = fields.map((name) => (shown[name] ?? "").trim().replace(/\s+/g, " ").normalize("NFC"));
  let hash = offsetBasis;
  for (const byte of new TextEncoder().encode(JSON.stringify(values)))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  return hash.toString(16).padStart(16, "0");
}
