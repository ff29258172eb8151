import { type InputRules, type TransferInput, transferInput } from "#lib/contract/api";
import { type TransferFaults, type TransferForm, toTransferInput } from "./transfer-form";

/** What our API's own schema finds wrong with the fields, so that a rule stands in one place: the first of each. */
export function faultsOf(values: TransferForm, rules: InputRules): TransferFaults {
  const { error } = transferInput(rules).safeParse(toTransferInput(values, undefined));
  const faults: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) faults[String(path[0])] ??= message;
  return faults;
}

/** Whether our API would take the input as it stands. */
export function isAccepted(input: TransferInput, rules: InputRules): boolean {
  return transferInput(rules).safeParse(input).success;
}
