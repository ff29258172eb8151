/** Invariant: only what surely came before signing means that nothing was sent. Whatever else a wallet says, it may have. */

/** Refused by the person, by the wallet, or for what it can't do. */
const refusingCodes = new Set(["4001", "4100", "4200", "4902", "-32601", "-32602"]);

/** Each is said of a transaction that was signed, and may be known to the network: these come first. */
const mayHaveSent = [
  "already known",
  "known transaction",
  "already imported",
  "already (been )?(sent|submitted|used|exists)",
  "nonce (is )?too low",
  "nonce (has already|expired)",
  "invalid nonce",
  "underpriced",
  "replace",
  "tim(e|ed) ?-?out",
  "pending",
  "broadcast",
  // A transaction's hash, and not a longer text such as a call.
  "0x[0-9a-f]{64}(?![0-9a-f])",
];

/** In the words of wallets and of the nodes behind them, whatever code they came with. */
const refusals = [
  // The network's fee can't be paid: a wallet looks before it signs, and a node takes no such transaction.
  "insufficient ?(funds|balance|eth\\b|native|gas\\b)",
  "not enough (funds|balance|eth\\b|native|gas\\b)",
  "(doesn't|does not) have enough funds",
  "gas required exceeds",
  // The person.
  "(user|owner) (has )?(reject|den(y|ied)|declin|cancel|refus|disapprov)",
  "(rejected|denied|declined|cancell?ed|refused) by (the )?(user|owner)",
  "(rejected|denied|declined|cancell?ed) (the |this )?(request|transaction signature)",
  "request (was )?(rejected|denied|declined|cancell?ed)",
  "\\baction ?rejected",
  "failure actioncancelled",
  // A device that signs nothing as it is.
  "conditions? of use not satisfied",
  "0x(6985|5515|6511|6a80)\\b",
  "locked device",
  "device is locked",
  "blind signing",
  "contract ?data",
];

const any = (patterns: readonly string[]) => new RegExp(patterns.map((one) => `(?:${one})`).join("|"));
const [doubt, refusal] = [any(mayHaveSent), any(refusals)];

/** Whether an error of `eth_sendTransaction`, by its code and its words, says that nothing was sent. */
export function isRefusal({
  code,
  words = "",
}: {
  code?: string | undefined;
  words?: string | undefined;
}): boolean {
  const said = words.toLowerCase().replaceAll("_", " ").replaceAll("’", "'").replace(/\s+/g, " ");
  if (doubt.test(said)) return false;
  return (code !== undefined && refusingCodes.has(code)) || refusal.test(said);
}
