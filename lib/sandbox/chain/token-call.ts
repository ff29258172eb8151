import type { Token } from "./networks";

const decimalsSelector = "0x313ce567";
const symbolSelector = "0x95d89b41";

/** What a token's contract returns, in the encoding of Solidity; `undefined`: it has no such function. */
export function answerTokenCall(token: Token | undefined, data: string): string | undefined {
  // Where no contract is, a call returns nothing and succeeds.
  if (token === undefined) return "0x";
  if (data === decimalsSelector) return `0x${word(token.decimals)}`;
  if (data !== symbolSelector) return undefined;
  const bytes = Buffer.from(token.symbol, "utf8");
  const text = bytes.toString("hex");
  return `0x${word(32)}${word(bytes.length)}${text.padEnd(Math.ceil(text.length / 64) * 64, "0")}`;
}

const word = (number: number) => number.toString(16).padStart(64, "0");
