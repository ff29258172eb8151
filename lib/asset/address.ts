import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, createBase58check, hex } from "@scure/base";

/** `unknown`: the format can't be checked, and the screen says so. */
export type AddressFamily = "evm" | "solana" | "tron" | "unknown";

/** `unchecked`: this dashboard doesn't know the family's format. */
export type AddressCheck = "valid" | "invalid" | "unchecked";

const base58check = createBase58check(sha256);
const tronVersionByte = 0x41;

/**
 * EVM: 40 hex digits, with EIP-55 if the case is mixed. Tron: base58check of 0x41 and 20 bytes. Solana: base58 of 32 bytes.
 * A 0x address is valid on every EVM network, so this can't find a mix-up of Base and Polygon.
 */
export function checkAddress(address: string, family: AddressFamily): AddressCheck {
  if (family === "unknown") return "unchecked";
  return checks[family](address) && !isNobodys(address) ? "valid" : "invalid";
}

/** The case of an EVM address is only its checksum. */
export function isSameAddress(one: string, other: string): boolean {
  const plain = (address: string) => (/^\s*0x/i.test(address) ? address.toLowerCase() : address).trim();
  return plain(one) === plain(other);
}

/** Well-known addresses without a key, as on the wire: what is sent there is lost. */
const nobodys = new Set([
  "0xdead000000000000000042069420694206942069",
  "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000",
  // On Tron TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy.
  "0x77944d19c052b73ee2286823aa83f8138cb7032f",
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
]);

/** Whether an address is a well-known one without an owner: zeros, a network's own program, or one for burning tokens. */
export function isNobodys(address: string): boolean {
  const wire = toWire(address);
  // The zero address, a network's own programs and ...dEaD are all below 2^16; one digit forty times is a placeholder.
  return /^0x(0{36}.{4}|(.)\2{39})$/.test(wire) || nobodys.has(wire);
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

/** Encodes 20 bytes with the EIP-55 checksum. */
export function evmAddress(bytes: Uint8Array): string {
  const digits = hex.encode(bytes);
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)));
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}

/** Encodes 20 bytes. */
export function tronAddress(bytes: Uint8Array): string {
  return base58check.encode(Uint8Array.from([tronVersionByte, ...bytes]));
}

/** As a node of its network writes a valid address: 20 bytes in lower-case hex after 0x, on Solana the address itself. */
export function toWire(address: string): string {
  if (address.startsWith("0x")) return address.toLowerCase();
  return checks.tron(address) ? `0x${hex.encode(tronBytes(address))}` : address;
}

/** Decodes an address that {@link checkAddress} found valid. Throws for any other. */
export function tronBytes(address: string): Uint8Array {
  return base58check.decode(address).subarray(1);
}

/** Encodes 32 bytes. */
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
