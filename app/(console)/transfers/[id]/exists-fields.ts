import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { checkAddress, isNobodys } from "#lib/asset/address";
import type { Asset } from "#lib/asset/asset";
import { ResolutionInput } from "#lib/contract/records";

/** What a person enters when the service knows the transfer. */
export type ExistsFields = { transactionId: string; address: string; reason: string };

/** What our API takes for them. */
export type Exists = Extract<ResolutionInput, { outcome: "exists" }>;

/** Leaves out the blanks that a copied value brings along. An ID that is known already goes before a typed one. */
export function toExists({ transactionId, address, reason }: ExistsFields, knownId: string | null): Exists {
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
    return "Nobody owns this address, and money sent to it is lost. Copy it again. If the service gave exactly this, ask the service.";
  return `This doesn’t have the format of a ${asset.networkName} address. Copy it again. If the service gave exactly this, ask the service.`;
}

/** The API's own schema as the form's resolver, and the check of the address. */
export function existsResolver(asset: Asset | undefined, knownId: string | null): Resolver<ExistsFields> {
  const judge = zodResolver(ResolutionInput) as unknown as Resolver<ExistsFields>;
  return async (values, context, options) => {
    const { errors } = await judge(toExists(values, knownId) as unknown as ExistsFields, context, options);
    const message = addressFault(values.address, asset);
    const all =
      errors.address === undefined && message !== undefined
        ? { ...errors, address: { type: "custom", message } }
        : errors;
    return Object.keys(all).length === 0 ? { values, errors: {} } : { values: {}, errors: all };
  };
}
