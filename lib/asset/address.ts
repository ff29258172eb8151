import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, createBase58check, hex } from "@scure/base";
import type { AddressFamily } from "./asset";

/** What a check found. `unchecked` is no verdict: the family is not known to this dashboard. */
export type AddressCheck = "valid" | "invalid" | "unchecked";

const base58check = createBase58check(sha256);
const tronVersionByte = 0x41;

/**
 * Checks an address for its family: EVM 40 hex digits with EIP-55 where the case is mixed, Tron base58check of 0x41 and
 * 20 bytes, Solana base58 of 32 bytes. The same 0x address is valid on every EVM network, so this finds a mix-up of
 * families, never one of Base and Polygon.
 */
export function checkAddress(address: string, family: AddressFamily): AddressCheck {
  if (family === "unknown") return "unchecked";
  return checks[family](address) && !isNobodys(address) ? "valid" : "invalid";
}

/** Whether two texts are one address; the case of an EVM address is its checksum and no other address. */
export function isSameAddress(one: string, other: string): boolean {
  const plain = (address: string) => (/^\s*0x/i.test(address) ? address.toLowerCase() : address).trim();
  return plain(one) === plain(other);
}

/** Addresses that nobody holds a key of and that are in use as if somebody did: what is sent there is lost. */
const nobodys = new Set([
  // Stands for a network's own coin in many programs.
  "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
  "0xffffffffffffffffffffffffffffffffffffffff",
  "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy",
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
]);

/**
 * Whether an address is a well-known one that nobody holds: of zeros, of a program that is part of its network, or one that
 * tokens are sent to to destroy them.
 */
export function isNobodys(address: string): boolean {
  // The zero address, the network's own programs, and ...dEaD, all below 2^16.
  return /^0x0{36}/.test(address) || nobodys.has(/^0x/.test(address) ? address.toLowerCase() : address);
}

const checks: Record<Exclude<AddressFamily, "unknown">, (address: string) => boolean> = {
  evm: isEvmAddress,
  // Behind this first byte, 34 characters are always 21 bytes.
  tron: (address) =>
    address.length === 34 && decodes(() => base58check.decode(address))?.[0] === tronVersionByte,
  solana: (address) => address.length <= 44 && decodes(() => base58.decode(address))?.length === 32,
};

function isEvmAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return oneCase || address === evmAddress(hex.decode(digits));
}

/** Writes 20 bytes as an EVM address with its EIP-55 checksum. */
export function evmAddress(bytes: Uint8Array): string {
  const digits = hex.encode(bytes);
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)));
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}

/** Writes 20 bytes as a Tron address. */
export function tronAddress(bytes: Uint8Array): string {
  return base58check.encode(Uint8Array.from([tronVersionByte, ...bytes]));
}

/** Writes 32 bytes as a Solana address. */
export function solanaAddress(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

function decodes(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
