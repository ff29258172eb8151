import type { Resolver } from "react-hook-form";
import type { Asset } from "#lib/asset/asset";
import { checkDepositAddress, faultOfInvalid } from "#lib/asset/deposit-address";
import { judgedBy } from "#lib/browser/judged-by";
import { ExistsInput } from "#lib/contract/records";

export type ExistsFields = { transactionId: string; address: string; reason: string };

/** Drops blanks that were copied along. A known ID wins over a typed one. */
export function toExists(
  { transactionId, address, reason }: ExistsFields,
  knownId: string | null,
): ExistsInput {
  return {
    outcome: "exists",
    transactionId: knownId ?? transactionId.trim(),
    address: address.trim(),
    reason: reason.trim(),
  };
}

/**
 * What a person copies must pass the check, because it can't be changed later. The service's own answer is always recorded.
 */
export function addressFault(address: string, asset: Asset | undefined): string | undefined {
  if (asset === undefined || checkDepositAddress(address.trim(), asset.addressFamily, [asset]) !== "invalid")
    return undefined;
  const whatItIs = {
    format: `This doesn’t have the format of a ${asset.networkName} address.`,
    ownerless: "This address has no owner, and money sent to it is lost.",
    contract: "This is a token’s own contract, and money sent to it is lost.",
  }[faultOfInvalid(address.trim(), asset.addressFamily)];
  return `${whatItIs} Copy it again. If it is what the service gave you, ask the service about it.`;
}

export function existsResolver(asset: Asset | undefined, knownId: string | null): Resolver<ExistsFields> {
  return judgedBy(
    ExistsInput,
    (values: ExistsFields) => toExists(values, knownId),
    ({ address }) => ({ address: addressFault(address, asset) }),
  );
}
