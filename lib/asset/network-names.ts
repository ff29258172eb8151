/** How services name the networks and tokens of our table. */

const otherNames: Record<string, string> = {
  base: "base basechain",
  ethereum: "ethereum eth erc20 ether",
  polygon: "polygon matic pol polygonpos",
  arbitrum: "arbitrum arb arbitrumone arb1",
  optimism: "optimism op opt oeth",
  bsc: "bsc bnb bep20 binance binancesmart bnbsmart bnbsmartchain",
  solana: "solana sol spl",
  tron: "tron trx trc20",
};
const tokenNames: Record<string, string> = { USDC: "usdc usdcoin", USDT: "usdt tether tetherusd usdt0" };

type Named = { network: string; networkName: string; chainId: number | undefined; isEvm: boolean };

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a service's name, chain ID or CAIP-2 name is of this network. */
export function isSameNetwork(said: string, own: Named): boolean {
  const name = plain(said).replace(/(?:mainnet|network|chain|blockchain|one)+$/, "");
  const whole = plain(said);
  const chain = own.chainId === undefined ? [] : [`${own.chainId}`, `eip155${own.chainId}`];
  const hex = own.chainId === undefined ? [] : [`0x${own.chainId.toString(16)}`];
  const known = [
    ...[own.network, own.networkName].map(plain),
    ...(otherNames[own.network] ?? "").split(" "),
    ...chain,
    ...hex,
    ...(own.isEvm ? ["evm", "eip155"] : []),
  ];
  return known.includes(whole) || known.includes(name) || (own.network === "ethereum" && whole === "mainnet");
}

/** Whether a service's name is of this token, perhaps with its network: `USDC`, `base:usdc`, `USDC_BASE`. `USDC.e` is another. */
export function namesOnly(said: string, own: Named & { token: string }): boolean {
  const tokens = [plain(own.token), ...(tokenNames[own.token.toUpperCase()] ?? "").split(" ")].filter(
    (name) => name !== "",
  );
  if (tokens.includes(plain(said))) return true;
  const words = said.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const rest = words.filter((word) => !tokens.includes(plain(word)));
  return rest.length < words.length && rest.every((word) => isSameNetwork(word, own) || isAnyNetwork(word));
}

/** Another network is told as such, and not as another token. */
function isAnyNetwork(word: string): boolean {
  return Object.values(otherNames).some((names) => names.split(" ").includes(plain(word)));
}

/** Whether it names a network of our table, by name, and not this one: `polygon`, `polygon:usdc`. */
export function isOtherNetwork(said: string, network: string): boolean {
  const [name = ""] = said.split(":");
  const own = { network, networkName: network, chainId: undefined, isEvm: false };
  return isAnyNetwork(name) && !isSameNetwork(name, own);
}

/** Whether it names a token of our table, and not this one: `USDT`. */
export function isOtherToken(said: string, token: string): boolean {
  const others = Object.entries(tokenNames).filter(([name]) => name !== token.toUpperCase());
  return others.some(([, names]) => names.split(" ").includes(plain(said.split(":").at(-1) ?? "")));
}
