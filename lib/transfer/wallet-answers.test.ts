import { expect, test } from "vitest";
import { heardFrom } from "./funding";

const refused: [wallet: string, code: string | undefined, words: string][] = [
  ["MetaMask, refused", "4001", "MetaMask Tx Signature: User denied transaction signature."],
  [
    "MetaMask, no account allowed",
    "4100",
    "The requested account and/or method has not been authorized by the user.",
  ],
  [
    "MetaMask, no fee coin",
    "-32000",
    "insufficient funds for gas * price + value: address 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed have 0 want 1260000000000",
  ],
  [
    "MetaMask, wrapped",
    "-32603",
    "Internal JSON-RPC error. insufficient funds for gas * price + value: balance 0, tx cost 42, overshot 42",
  ],
  ["MetaMask, estimate", "-32000", "gas required exceeds allowance (0)"],
  ["MetaMask, its own words", "-32603", "Insufficient funds for gas"],
  ["Rabby, refused", "4001", "User rejected the request."],
  ["Rabby, other code", "-32603", "User rejected the request."],
  ["Rabby, cancelled", "-32000", "User cancel"],
  ["Coinbase, refused", "4001", "User denied transaction signature"],
  ["Coinbase, no fee coin", "-32003", "insufficient funds for transfer"],
  ["Coinbase, own error", "-32603", "Error: INSUFFICIENT_FUNDS"],
  ["Trust, refused", "4001", "User canceled"],
  ["Trust, without a code", undefined, "The request was rejected by the user"],
  ["Trust, cancelled", "-32603", "cancelled by user"],
  [
    "Ledger behind one, refused",
    "-32603",
    "Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)",
  ],
  ["Ledger, conditions", "-32000", "CONDITIONS_OF_USE_NOT_SATISFIED"],
  ["Ledger, locked", "-32603", "Ledger device: Locked device (0x5515)"],
  ["Ledger, app not open", "-32603", "Ledger device: UNKNOWN_ERROR (0x6511)"],
  [
    "Ledger, no contract data",
    "-32603",
    "Please enable Blind signing or Contract data in the Ethereum app Settings",
  ],
  ["Trezor, refused", "-32603", "Action cancelled by user"],
  ["Trezor, by its code", undefined, "Failure_ActionCancelled"],
  ["Frame, declined", "4001", "User declined transaction"],
  ["Frame, without a code", undefined, "User declined transaction"],
  ["Frame, fee", "-1", "insufficient funds for gas * price + value"],
  ["Rainbow", "4001", "User rejected the request."],
  ["OKX", "4001", "User rejected the request"],
  ["OKX, fee", "-32603", "Insufficient balance"],
  ["Brave", "4001", "The user rejected the request."],
  ["Phantom", "4001", "User rejected the request."],
  ["Zerion", "-32000", "Not enough ETH to cover the network fee"],
  ["WalletConnect behind one", "5000", "User rejected."],
  ["WalletConnect, methods", "5000", "User disapproved requested methods"],
  ["ethers inside one", undefined, "ACTION_REJECTED"],
  [
    "ethers, fee",
    "-32603",
    'insufficient funds for intrinsic transaction cost (error={...}, method="sendTransaction", code=INSUFFICIENT_FUNDS)',
  ],
  ["Nethermind", "-32010", "InsufficientFunds, Account balance: 0, cumulative cost: 100"],
  [
    "OpenEthereum",
    "-32010",
    "Insufficient funds. The account you tried to send transaction from does not have enough funds. Required 100 and got: 0.",
  ],
  [
    "an old Geth",
    "-32000",
    "sender doesn't have enough funds to send tx. The upfront cost is: 100 and the sender's account only has: 0",
  ],
  ["zkSync", "3", "insufficient funds for gas + value. balance: 0, fee: 12, value: 0"],
  [
    "a wallet that lacks the method",
    "-32601",
    "the method eth_sendTransaction does not exist/is not available",
  ],
  ["a wallet that knows no such network", "4902", "Unrecognized chain ID"],
];
test.each(refused)("%s: nothing was sent", (_wallet, code, words) => {
  expect(heardFrom({ said: "not_sent", code, words })).toBe("not_sent");
  expect(heardFrom({ said: "not_sent", code, words: words.toUpperCase().replaceAll("0X", "0x") })).toBe(
    "not_sent",
  );
});

const doubtful: [wallet: string, code: string | undefined, words: string][] = [
  ["a node that has it", "-32000", "already known"],
  ["an old node that has it", "-32000", "known transaction: 0xabc"],
  ["a Parity that has it", "-32010", "Transaction with the same hash was already imported."],
  ["its own retry was mined", "-32000", "nonce too low: address 0x5aAe, tx: 1 state: 2"],
  ["its own retry, in ethers’ words", "-32603", "nonce has already been used NONCE_EXPIRED"],
  ["another one has its nonce", "-32000", "replacement transaction underpriced"],
  ["underpriced", "-32000", "transaction underpriced"],
  [
    "both are said",
    "-32603",
    "insufficient funds for gas * price + value (replacement fee too low, REPLACEMENT_UNDERPRICED)",
  ],
  ["a refusal that names what it sent", "-32603", `user rejected the speed up of 0x${"ab".repeat(32)}`],
  ["a plain no that names what it sent", "4001", `cancelled: 0x${"ab".repeat(32)} is pending`],
  ["cancelled by a replacement", undefined, "transaction was replaced (reason=cancelled by user)"],
  ["no answer of its node", "-32603", "Request timed out. Insufficient funds?"],
  ["disconnected", "4900", "The provider is disconnected from all chains."],
  ["an earlier question", "-32002", "Request of type 'eth_sendTransaction' already pending for origin"],
  ["an error within", "-32603", "Internal JSON-RPC error."],
  ["a revert", "3", "execution reverted"],
  ["server error", "-32000", "Server error"],
  ["rejected by nobody in particular", "-32003", "Transaction rejected"],
  ["by the network", "-32603", "rejected by network policy"],
  ["text without a code", undefined, "Failed to fetch"],
  ["no words", "-32000", ""],
  ["no words and no code", undefined, ""],
  ["undefined", undefined, "undefined"],
  ["approved too little", "-32603", "ERC20: insufficient allowance"],
];
test.each(doubtful)("%s: it may have been sent", (_wallet, code, words) => {
  expect(heardFrom({ said: "not_sent", code, words })).toBe("unsure");
  expect(heardFrom({ said: "not_sent", code, words: words.toLowerCase() })).toBe("unsure");
});

test("a call’s data is no hash of a transaction", () => {
  const words = `insufficient funds (transaction={"data":"0xa9059cbb${"00".repeat(64)}"})`;
  expect(heardFrom({ said: "not_sent", code: "-32603", words })).toBe("not_sent");
});

test("words never make more of an answer than it is", () => {
  for (const words of ["user rejected", "already known", ""]) {
    expect(heardFrom({ said: "unsure", words })).toBe("unsure");
    expect(heardFrom({ said: "sent", words, hash: "0x1" })).toBe("unsure");
  }
});
