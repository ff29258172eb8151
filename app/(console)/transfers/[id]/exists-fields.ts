import type { Resolver } from "react-hook-form";
import { checkAddress, isNobodys } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";
import { judgedBy } from "#lib/browser/judged-by";
import { ExistsInput } from "#lib/contract/records";

/** What a person enters when the service knows the transfer. */
export type ExistsFields = { transactionId: string; address: string; reason: string };

/** Leaves out the blanks that a copied value brings along. An ID that is known already goes before a typed one. */
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
 * The sentence for an address that is not written like one of the transfer's network, or `undefined`. The service's own
 * answer is recorded whatever it is; what a person copies is refused, because it cannot be changed afterwards.
 */
export function addressFault(address: string, asset: Asset | undefined): string | undefined {
  if (asset === undefined || checkAddress(address.trim(), asset.addressFamily) !== "invalid")
    return undefined;
  if (isNobodys(address.trim()))
    return "Nobody holds this address, and what is sent to it is lost. Copy it again; if the service gave it so, ask the service.";
  return `This is not written like a ${asset.networkName} address. Copy it again; if the service gave it so, ask the service.`;
}

export function existsResolver(asset: Asset | undefined, knownId: string | null): Resolver<ExistsFields> {
  return judgedBy(
    ExistsInput,
    (values: ExistsFields) => toExists(values, knownId),
    ({ address }) => ({ address: addressFault(address, asset) }),
  );
}
