import type { FundingAnswer, FundingTerms } from "#lib/contract/funding/fundings";

/** Invariant: wallets announce themselves by EIP-6963, are asked to send once, and are known by their object, not by their name. */

type Ask = (asked: { method: string; params?: unknown[] }) => Promise<unknown>;
type Listen = (event: string, listener: () => void) => void;
type Provider = { request: Ask; on?: Listen; removeListener?: Listen };
export type Wallet = { name: string; rdns: string; provider: Provider };
/** What the screen shows of a transfer, and what the wallet is then asked for. */
export type Terms = Omit<FundingTerms, "id"> & { decimals: number };

/** Why the wallet is not asked; `missing` is the network that it lacks. */
export class Stop extends Error {
  constructor(
    readonly why: "missing" | "elsewhere" | "another" | "short" | "account",
    readonly balance = 0n,
  ) {
    super(why);
  }
}

const wordOf = (value: bigint | string) =>
  (typeof value === "string" ? value.slice(2) : value.toString(16)).padStart(64, "0").toLowerCase();
const hexOf = (value: number) => `0x${value.toString(16)}`;
/** A wallet's own words, as one short line. */
const lineOf = (text: unknown) => `${text ?? ""}`.replace(/\p{C}/gu, "").slice(0, 40);

/** Asks all to announce themselves, which some do late. Returns what ends it. */
export function findWallets(onFound: (wallet: Wallet) => void): () => void {
  const hear = (event: Event) => {
    if (!(event instanceof CustomEvent)) return;
    const { info, provider } = event.detail ?? {};
    if (typeof provider?.request === "function")
      onFound({ name: lineOf(info?.name) || "Unnamed wallet", rdns: lineOf(info?.rdns), provider });
  };
  addEventListener("eip6963:announceProvider", hear);
  dispatchEvent(new Event("eip6963:requestProvider"));
  return () => removeEventListener("eip6963:announceProvider", hear);
}

/** Calls back on every change of account or network. Returns what ends it. */
export function onWalletChange({ provider }: Wallet, changed: () => void): () => void {
  const events = ["accountsChanged", "chainChanged"];
  for (const event of events) provider.on?.(event, changed);
  return () => {
    for (const event of events) provider.removeListener?.(event, changed);
  };
}

/** In lower case. With `isOpening` the wallet asks its owner. */
export async function accountsOf({ provider }: Wallet, isOpening: boolean): Promise<string[]> {
  const said = await provider.request({ method: isOpening ? "eth_requestAccounts" : "eth_accounts" });
  return (Array.isArray(said) ? said : []).flatMap((one) =>
    /^0x[0-9a-f]{40}$/i.test(one) ? [one.toLowerCase()] : [],
  );
}

const isOnChain = async ({ provider }: Wallet, chainId: number) =>
  Number(await within(10_000, provider.request({ method: "eth_chainId" }))) === chainId;

/** Waits for it to be so: some wallets say yes and stay. */
export async function switchChain(wallet: Wallet, chainId: number): Promise<void> {
  if (await isOnChain(wallet, chainId)) return;
  await wallet.provider
    .request({ method: "wallet_switchEthereumChain", params: [{ chainId: hexOf(chainId) }] })
    .catch((error) => {
      throw [error?.code, error?.data?.originalError?.code].includes(4902) ? new Stop("missing") : error;
    });
  for (let left = 15; left > 0; left -= 1) {
    if (await isOnChain(wallet, chainId)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Stop("elsewhere");
}

function read({ provider }: Wallet, method: string, ...params: unknown[]): Promise<unknown> {
  return within(10_000, provider.request({ method, params: [...params, "latest"] }));
}

/** Whether the token is there. A wrong network has no such contract. */
async function requireToken(wallet: Wallet, { contract, decimals }: Terms): Promise<void> {
  const said = await read(wallet, "eth_call", { to: contract, data: "0x313ce567" });
  if (said === "0x" || Number(said) !== decimals) throw new Stop("another");
}

/** Returns whether the account is a contract, whose owners may have to agree. */
export async function checkAccount(wallet: Wallet, terms: Terms, from: string): Promise<boolean> {
  await requireToken(wallet, terms);
  const data = `0x70a08231${wordOf(from)}`;
  const balance = BigInt(`${await read(wallet, "eth_call", { to: terms.contract, data })}`);
  if (balance < BigInt(terms.units)) throw new Stop("short", balance);
  return !/^0x(ef0100.*)?$/i.test(`${await read(wallet, "eth_getCode", from)}`);
}

/** Right before it is asked: all is still as it was shown. */
export async function checkAgain(wallet: Wallet, terms: Terms, from: string): Promise<void> {
  if (!(await within(10_000, accountsOf(wallet, false))).includes(from)) throw new Stop("account");
  if (!(await isOnChain(wallet, terms.chainId))) throw new Stop("elsewhere");
  await requireToken(wallet, terms);
}

/** The one question that moves money. Never call it twice for a licence. */
export async function askToSend({ provider }: Wallet, terms: Terms, from: string): Promise<FundingAnswer> {
  const { contract: to, chainId } = terms;
  const data = `0xa9059cbb${wordOf(terms.to)}${wordOf(BigInt(terms.units))}`;
  const transaction = { from, to, data, value: "0x0", chainId: hexOf(chainId) };
  try {
    const hash = await provider.request({ method: "eth_sendTransaction", params: [transaction] });
    return { said: "sent", hash: `${hash}`.slice(0, 200) };
  } catch (error) {
    const code = `${Reflect.get(Object(error), "code")}`;
    // Without a code it would say that the wallet was never asked.
    return /^-?\d{1,12}$/.test(code) ? { said: "not_sent", code } : { said: "unsure" };
  }
}

function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  return Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => setTimeout(reject, ms, new Error("No answer"))),
  ]);
}
