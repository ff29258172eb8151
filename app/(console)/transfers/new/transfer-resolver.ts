import type { Resolver } from "react-hook-form";
import { judgedBy } from "#lib/browser/judged-by";
import { type InputRules, type TransferInput, transferInput } from "#lib/contract/api";
import { type TransferForm, toTransferInput } from "./transfer-form";

export function transferResolver(rules: InputRules): Resolver<TransferForm> {
  return judgedBy(transferInput(rules), (values: TransferForm) => toTransferInput(values, undefined));
}

export function isAccepted(input: TransferInput, rules: InputRules): boolean {
  return transferInput(rules).safeParse(input).success;
}
