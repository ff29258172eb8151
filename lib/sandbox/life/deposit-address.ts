import { randomBytes } from "node:crypto";
import { type AddressFamily, evmAddress, solanaAddress, tronAddress } from "#lib/asset/address";

/** Valid for its family, over random bytes: nobody has its key. */
export function newDepositAddress(family: AddressFamily): string {
  switch (family) {
    case "evm":
      return evmAddress(randomBytes(20));
    case "tron":
      return tronAddress(randomBytes(20));
    case "solana":
      return solanaAddress(randomBytes(32));
    case "unknown":
      return `sandbox1${randomBytes(20).toString("hex")}`;
  }
}
