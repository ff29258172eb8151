import { keccak_256 } from "@noble/hashes/sha3.js";
import { hex } from "@scure/base";
import type { Anvil } from "./anvil";
import compiled from "./token/compiled.json" with { type: "json" };

/** A token on a development chain. Each act is one transaction, and returns its hash; it is not mined yet. */
export type EvmToken = {
  address: string;
  /** An account that the node signs for, with tokens. */
  holder: string;
  mint: (to: string, units: bigint) => Promise<string>;
  transfer: (to: string, units: bigint) => Promise<string>;
  /** Two transfers in one transaction. */
  transferTwice: (to: string, first: bigint, second: bigint) => Promise<string>;
};

type Kind = {
  /** `FeeToken` keeps 1 % of each transfer. */
  code?: keyof typeof compiled;
  symbol: string;
  decimals: number;
};

const supply = 10n ** 30n;
const gas = "0x100000";

/** Puts a token at this address: its code alone, as no constructor runs there. */
export async function putToken(
  anvil: Anvil,
  address: string,
  { code = "PlainToken", symbol, decimals }: Kind,
): Promise<EvmToken> {
  const [holder = ""] = await anvil.ask<string[]>("eth_accounts");
  const send = (signature: string, ...words: string[]) =>
    anvil.ask<string>("eth_sendTransaction", {
      from: holder,
      to: address,
      // Else the node tries the call on the mined state, which lacks what is still waiting.
      gas,
      data: `0x${selector(signature)}${words.join("")}`,
    });
  const text = Buffer.from(symbol, "utf8");
  await anvil.ask("anvil_setCode", address, compiled[code]);
  await send(
    "setUp(string,uint8)",
    word(64n),
    word(BigInt(decimals)),
    word(BigInt(text.length)),
    text.toString("hex").padEnd(64, "0"),
  );
  await send("mint(address,uint256)", wordOf(holder), word(supply));
  await anvil.mine(1);
  return {
    address,
    holder,
    mint: (to, units) => send("mint(address,uint256)", wordOf(to), word(units)),
    transfer: (to, units) => send("transfer(address,uint256)", wordOf(to), word(units)),
    transferTwice: (to, first, second) =>
      send("transferTwice(address,uint256,uint256)", wordOf(to), word(first), word(second)),
  };
}

const selector = (signature: string) =>
  hex.encode(keccak_256(new TextEncoder().encode(signature))).slice(0, 8);
const word = (value: bigint) => value.toString(16).padStart(64, "0");
const wordOf = (address: string) => address.slice(2).toLowerCase().padStart(64, "0");
