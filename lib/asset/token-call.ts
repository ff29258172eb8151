/** What a wallet is asked to sign, in JSON-RPC's own words. Hex is in lower case. */
export type TokenTransfer = { to: string; data: string; value: "0x0"; chainId: string };

/** The call of a token's `transfer(address,uint256)`; `units` is a whole number of its smallest unit. */
export function tokenTransfer(terms: {
  chainId: number;
  contract: string;
  to: string;
  units: string;
}): TokenTransfer {
  const word = (hex: string) => hex.toLowerCase().padStart(64, "0");
  if (!/^0x[0-9a-f]{40}$/i.test(terms.to)) throw new RangeError("A token goes to an address of 20 bytes.");
  const data = `0xa9059cbb${word(terms.to.slice(2))}${word(BigInt(terms.units).toString(16))}`;
  // As hex: some wallets refuse a number.
  return { to: terms.contract, data, value: "0x0", chainId: `0x${terms.chainId.toString(16)}` };
}
