import {
  type AddressCheck,
  type AddressFamily,
  checkAddress,
  evmAddress,
  isNobodys,
  toWire,
} from "./address";
import type { Asset } from "./asset";
import { accountProgram, tokenProgram } from "./token-account";

/** Invariant: a token's contract is never an address to send to, on whatever network of the table it is. */

/** Networks' own programs and the tokens that wrap their coins, as on the wire: nobody can send on what they get. */
const programs = new Set([
  ...[tokenProgram, accountProgram],
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "So11111111111111111111111111111111111111112",
  "Vote111111111111111111111111111111111111111",
  "Stake11111111111111111111111111111111111111",
  "Config1111111111111111111111111111111111111",
  "ComputeBudget111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "SysvarC1ock11111111111111111111111111111111",
  "SysvarRent111111111111111111111111111111111",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
]);
/** Of Optimism, Base and the like; one of them is wrapped ether. */
const predeploys = /^0x420{34}.{4}$/;

type Tokens = readonly Pick<Asset, "contract" | "otherTokens">[];

/** As {@link checkAddress}, and `invalid` for what is a contract and no account: of a token of these assets, or a network's. */
export function checkDepositAddress(address: string, family: AddressFamily, assets: Tokens): AddressCheck {
  const check = checkAddress(address, family);
  const wire = toWire(address.trim());
  return check !== "invalid" && (isProgram(wire) || contractsOf(assets).includes(wire)) ? "invalid" : check;
}

type AddressFault = "format" | "ownerless" | "contract";

/** Why {@link checkDepositAddress} says `invalid`; without a family a contract isn’t told from a wrong format. */
export function faultOfInvalid(address: string, family: AddressFamily | undefined): AddressFault {
  if (isNobodys(address) || isProgram(toWire(address))) return "ownerless";
  return family === undefined || checkAddress(address, family) === "invalid" ? "format" : "contract";
}

/** Every way to write the contracts of these assets that passes {@link checkAddress}. */
export function writtenContracts(assets: Tokens): string[] {
  return tokensOf(assets).flatMap((contract) => {
    if (!contract.startsWith("0x")) return [contract];
    const digits = contract.slice(2);
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    return [`0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`, evmAddress(bytes)];
  });
}

function isProgram(wire: string): boolean {
  return programs.has(wire) || predeploys.test(wire);
}

function contractsOf(assets: Tokens): string[] {
  return tokensOf(assets).map(toWire);
}

function tokensOf(assets: Tokens): string[] {
  return assets.flatMap(({ contract, otherTokens = [] }) => [
    ...(contract === undefined ? [] : [contract]),
    ...otherTokens.map((other) => other.contract),
  ]);
}
