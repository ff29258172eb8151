import type { TokenTransfer } from "#lib/asset/token-call";
import type { FundingAnswer, FundingTerms } from "#lib/contract/funding/fundings";

/** Invariant: wallets announce themselves by EIP-6963, are asked to send once, and are known by their object, not by their name. */

type Ask = (asked: { method: string; params?: unknown[] }) => Promise<unknown>;
type Listen = (event: string, listener: () => void) => void;
type Provider = { request: Ask; on?: Listen; removeListener?: Listen };
export type Wallet = { name: string; rdns: string; provider: Provider };
/** What the screen shows of a transfer, and what the wallet is then asked for. */
export type Terms = Omit<FundingTerms, "id"> & { decimals: number; transaction: TokenTransfer };

/** Why the wallet isn't asked: it lacks the network, its account has too little, or it shows something else. */
type Stop = "lacks" | "short" | "differs";
const stop = (why: Stop) => new Error(why);

/** A wallet's own words, as one short line. */
const lineOf = (text: unknown) => `${text ?? ""}`.replace(/\p{C}/gu, "").slice(0, 40);

/** Asks all to announce themselves, which some do late. Returns what ends it. */
export function findWallets(onFound: (wallet: Wallet) => void): () => void {
  const name = "eip6963:announceProvider";
  const hear = (event: Event) => {
    const { info, provider } = Object(Reflect.get(event, "detail"));
    if (provider?.request) onFound({ name: lineOf(info?.name), rdns: lineOf(info?.rdns), provider });
  };
  addEventListener(name, hear);
  dispatchEvent(new Event("eip6963:requestProvider"));
  return () => removeEventListener(name, hear);
}

/** Calls back on every change of account or network. Returns what ends it. */
export function onWalletChange({ provider }: Wallet, changed: () => void): () => void {
  const events = ["accountsChanged", "chainChanged"];
  for (const event of events) provider.on?.(event, changed);
  return () => {
    for (const event of events) provider.removeListener?.(event, changed);
  };
}

/** In lower case. By `eth_requestAccounts` the wallet asks its owner. */
export async function accountsOf(wallet: Wallet, method = "eth_requestAccounts"): Promise<string[]> {
  const said = await wallet.provider.request({ method });
  return Array.from(Object(said), (one) => `${one}`.toLowerCase());
}

/** An answer that needs no person. */
function read({ provider }: Wallet, method: string, ...params: unknown[]): Promise<string> {
  return Promise.race([
    provider.request({ method, params }).then(String),
    new Promise<never>((_resolve, reject) => setTimeout(reject, 10_000)),
  ]);
}

const isThere = async (wallet: Wallet, { transaction }: Terms) =>
  Number(await read(wallet, "eth_chainId")) === Number(transaction.chainId);

/** Waits for it to be so: some wallets say yes and stay. */
export async function switchChain(wallet: Wallet, terms: Terms): Promise<void> {
  if (await isThere(wallet, terms)) return;
  const { chainId } = terms.transaction;
  await wallet.provider
    .request({ method: "wallet_switchEthereumChain", params: [{ chainId }] })
    .catch((error) => {
      throw [error?.code, error?.data?.originalError?.code].includes(4902) ? stop("lacks") : error;
    });
  for (let left = 15; !(await isThere(wallet, terms)); left -= 1) {
    if (left === 0) throw stop("differs");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const callToken = (wallet: Wallet, { contract }: Terms, data: string) =>
  read(wallet, "eth_call", { to: contract, data }, "latest");

/** All is as it is shown. A wrong network has no such contract. */
export async function checkAgain(wallet: Wallet, terms: Terms, from: string): Promise<void> {
  const isSame =
    (await accountsOf(wallet, "eth_accounts")).includes(from) &&
    (await isThere(wallet, terms)) &&
    // An empty answer is the number 0 too.
    `${Number.parseInt(await callToken(wallet, terms, "0x313ce567"), 16)}` === `${terms.decimals}`;
  if (!isSame) throw stop("differs");
}

/** Far more gas than a token's transfer takes. */
const feeGas = 150_000n;

/** Not every wallet answers this, and some pay the fee themselves: it stops nothing. */
async function lacksFee(wallet: Wallet, from: string): Promise<boolean> {
  const price = BigInt(await read(wallet, "eth_gasPrice"));
  return BigInt(await read(wallet, "eth_getBalance", from, "latest")) < price * feeGas;
}

/** `isContract`: its owners may have to agree, and pay the fee. */
export type Account = { isContract: boolean; lacksFee: boolean };

export async function checkAccount(wallet: Wallet, terms: Terms, from: string): Promise<Account> {
  await checkAgain(wallet, terms, from);
  const balance = await callToken(wallet, terms, `0x70a08231${from.slice(2).padStart(64, "0")}`);
  if (BigInt(balance) < BigInt(terms.units)) throw stop("short");
  const isContract = !/^0x(ef0100.*)?$/i.test(await read(wallet, "eth_getCode", from, "latest"));
  return { isContract, lacksFee: !isContract && (await lacksFee(wallet, from).catch(() => false)) };
}

/** The one question that moves money. Never call it twice for a licence. */
export async function askToSend(wallet: Wallet, terms: Terms, from: string): Promise<FundingAnswer> {
  try {
    const params = [{ from, ...terms.transaction }];
    const hash = await wallet.provider.request({ method: "eth_sendTransaction", params });
    return { said: "sent", hash: `${hash}`.slice(0, 200) };
  } catch (error) {
    const { code, message, data } = Object(error);
    // Some put the node's own words inside their error. The server judges what they mean.
    const words = [error, code, message, data?.message, data?.originalError?.message].map(String).join(" ");
    const known = /^-?\d{1,12}$/.test(code) ? `${code}` : undefined;
    return { said: "not_sent", code: known, words: words.slice(0, 1_000) };
  }
}
