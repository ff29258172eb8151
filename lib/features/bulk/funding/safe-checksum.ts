import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The checksum of a file for Safe's Transaction Builder, which warns where it differs. Source:
 * safe-global/safe-react-apps, apps/tx-builder/src/lib/checksum.ts.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type SafeFile = { readonly [name: string]: Json; readonly meta: { readonly [name: string]: Json } };

/** Keccak-256 over the file with `meta.name` null, whatever the order of its members. */
export function safeChecksum(file: SafeFile): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(textOf({ ...file, meta: { ...file.meta, name: null } }))))}`;
}

/** An object is a list of its names, in the order of their text, and its values behind it, each with a comma. */
function textOf(json: Json): string {
  if (json === null || typeof json !== "object") return JSON.stringify(json);
  if (isList(json)) return `[${json.map(textOf).join(",")}]`;
  const names = Object.keys(json).sort();
  return `{${JSON.stringify(names)}${names.map((name) => `${textOf(json[name] ?? null)},`).join("")}}`;
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
