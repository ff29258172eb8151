import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { Transfer } from "#lib/contract/api";
import type { TransferStatus } from "#lib/transfer/transfer-status";
import type { StartingPoint } from "./transfer-form";

export type EarlierTransfer =
  | { kind: "not_found" }
  /** It was never created, so a new one may replace it. */
  | { kind: "replaced"; id: string }
  /** We don't know whether it was created: a second one may be a second payout. */
  | { kind: "unresolved"; id: string }
  /** It exists; its content is only a template. */
  | { kind: "template"; id: string };

const neverCreated: ReadonlySet<TransferStatus> = new Set(["rejected", "not_created", "cancelled"]);
const unresolved: ReadonlySet<TransferStatus> = new Set(["unknown", "dispatching", "recorded"]);

export function earlierOf({ id, status }: Pick<Transfer, "id" | "status">): EarlierTransfer {
  if (neverCreated.has(status)) return { kind: "replaced", id };
  return { kind: unresolved.has(status) ? "unresolved" : "template", id };
}

/** The amount and asset in the address win over an earlier transfer's. */
export function startFrom(
  address: { amount: string; asset: string },
  earlier: Transfer | undefined,
  assets: readonly Asset[],
  hasAmount: boolean,
): StartingPoint {
  if (earlier === undefined) {
    const blank = { bankCode: "", accountNumber: "", accountName: "", callbackUrl: "" };
    return { ...address, ...blank, reference: "", purpose: "", bank: null, replaces: undefined };
  }
  const { bankCode, bankName, accountNumber, accountName, callbackUrl } = earlier;
  const isReplaced = earlierOf(earlier).kind === "replaced";
  const isListed = findAsset(assets, earlier.asset) !== undefined;
  return {
    amount: hasAmount ? address.amount : earlier.amount,
    asset: !hasAmount && isListed ? earlier.asset : address.asset,
    bankCode,
    bank: { code: bankCode, name: bankName },
    accountNumber,
    accountName,
    callbackUrl: callbackUrl ?? "",
    // A transfer that exists has used its reference.
    reference: (isReplaced && earlier.reference) || "",
    purpose: (isReplaced && earlier.purpose) || "",
    replaces: isReplaced ? earlier.id : undefined,
  };
}
