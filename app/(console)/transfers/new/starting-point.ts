import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { Transfer } from "#lib/contract/api";
import type { PayeeAccount } from "#lib/contract/payees";
import { eachOwnText } from "#lib/transfer/own-texts";
import { isNeverCreated, type TransferStatus } from "#lib/transfer/transfer-status";
import type { ChosenPayee, StartingPoint } from "./transfer-form";

export type EarlierTransfer =
  | { kind: "not_found" }
  /** It was never created, so a new one may replace it. */
  | { kind: "replaced"; id: string }
  /** We don't know whether it was created: a second one may be a second payout. */
  | { kind: "unresolved"; id: string }
  /** It exists; its content is only a template. */
  | { kind: "template"; id: string };

const noOwnTexts = eachOwnText(() => "");
const unresolved: ReadonlySet<TransferStatus> = new Set([
  "unknown",
  "dispatching",
  "recorded",
  "awaiting_approval",
]);

export function earlierOf({ id, status }: Pick<Transfer, "id" | "status">): EarlierTransfer {
  if (isNeverCreated(status)) return { kind: "replaced", id };
  return { kind: unresolved.has(status) ? "unresolved" : "template", id };
}

/** The amount and asset in the address win over an earlier transfer's, and over what that was to pay out. */
export function startFrom(
  address: { amount: string; asset: string },
  earlier: Transfer | undefined,
  assets: readonly Asset[],
  hasAmount: boolean,
): StartingPoint {
  if (earlier === undefined) return emptied(address);
  const { bankCode, bankName, accountNumber, accountName } = earlier;
  const isReplaced = earlierOf(earlier).kind === "replaced";
  const isListed = findAsset(assets, earlier.asset) !== undefined;
  return {
    amount: hasAmount ? address.amount : earlier.amount,
    askedOutput: (!hasAmount && earlier.askedOutput) || "",
    asset: !hasAmount && isListed ? earlier.asset : address.asset,
    bankCode,
    bank: { code: bankCode, name: bankName },
    payee: null,
    accountNumber,
    accountName,
    // A transfer that exists has used its reference.
    ...eachOwnText((_, name) => (isReplaced && earlier[name]) || ""),
    replaces: isReplaced ? earlier.id : undefined,
  };
}

/** The amount alone. */
export function emptied({ amount, asset }: Pick<StartingPoint, "amount" | "asset">): StartingPoint {
  const blank = { askedOutput: "", bankCode: "", accountNumber: "", accountName: "" };
  return { amount, asset, ...blank, ...noOwnTexts, bank: null, payee: null, replaces: undefined };
}

/** A payee's current account wins over an earlier transfer's. */
export function withPayee(start: StartingPoint, payee: ChosenPayee, account: PayeeAccount): StartingPoint {
  const { bankCode, bankName, accountNumber, accountName } = account;
  const bank = { code: bankCode, name: bankName };
  return { ...start, payee, bank, bankCode, accountNumber, accountName };
}

/** The amount and the account of a transfer that exists or not: it is no second try of it. */
export function startAgain(
  earlier: Transfer,
  address: { amount: string; asset: string },
  assets: readonly Asset[],
  hasAmount: boolean,
): StartingPoint {
  const start = startFrom(address, earlier, assets, hasAmount);
  return { ...start, ...noOwnTexts, replaces: undefined };
}
