import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { type InputRules, type TransferInput, transferInput } from "#lib/contract/api";
import { type TransferForm, toTransferInput } from "./transfer-form";

/** The API's own schema as the form's resolver, so that each rule is written once. */
export function transferResolver(rules: InputRules): Resolver<TransferForm> {
  const resolve = zodResolver(transferInput(rules)) as unknown as Resolver<TransferForm>;
  return async (values, context, options) => {
    const result = await resolve(toTransferInput(values, undefined) as TransferForm, context, options);
    // The form keeps what was typed; the schema only judges it.
    return Object.keys(result.errors).length === 0 ? { values, errors: {} } : result;
  };
}

export function isAccepted(input: TransferInput, rules: InputRules): boolean {
  return transferInput(rules).safeParse(input).success;
}
