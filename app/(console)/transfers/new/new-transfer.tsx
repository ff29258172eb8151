"use client";

import { memo, type ReactNode, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import type { InputRules } from "#lib/contract/api";
import type { PayeeList } from "#lib/contract/payees";
import type { Amount } from "#lib/money/money";
import { keptRecipient } from "./draft";
import { lazyResolver } from "./load-checks";
import type { RecentRecipient } from "./recent-recipients";
import type { StartingPoint, TransferForm } from "./transfer-form";
import { TransferSteps } from "./transfer-steps";

type Props = {
  rules: InputRules;
  timeZone: string;
  driftPercent: Amount;
  start: StartingPoint;
  notice: ReactNode;
  recent: readonly RecentRecipient[];
  payees: PayeeList;
  /** The address names an account, which wins over this tab's draft. */
  isFilled: boolean;
};

/** The form library renders its owner once more on mount: the steps need not follow. */
const Steps = memo(TransferSteps);

/** Holds what was typed while its steps come and go. */
export function NewTransfer({ start, isFilled, ...rest }: Props) {
  const [begun] = useState(() => withKept(start, isFilled));
  const resolver = useMemo(() => lazyResolver(rest.rules), [rest.rules]);
  const form = useForm<TransferForm>({ defaultValues: fieldsOf(begun), resolver, shouldFocusError: false });
  return <Steps form={form} begun={begun} {...rest} />;
}

function fieldsOf({
  bank: _bank,
  payee: _payee,
  replaces: _replaces,
  ...fields
}: StartingPoint): TransferForm {
  return fields;
}

function withKept(start: StartingPoint, isFilled: boolean): StartingPoint {
  const kept = keptRecipient();
  if (kept === undefined || isFilled) return start;
  return { ...start, ...kept, bankCode: kept.bank?.code ?? "" };
}
