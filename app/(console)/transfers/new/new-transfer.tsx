"use client";

import { memo, type ReactNode, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import type { InputRules } from "#lib/contract/api";
import type { Amount } from "#lib/money/money";
import { keptRecipient } from "./draft";
import { lazyResolver } from "./load-checks";
import type { RecentRecipient } from "./recent-recipients";
import type { EarlierTransfer } from "./starting-point";
import type { StartingPoint, TransferForm } from "./transfer-form";
import { TransferSteps } from "./transfer-steps";

type Props = {
  rules: InputRules;
  timeZone: string;
  driftPercent: Amount;
  start: StartingPoint;
  earlier: EarlierTransfer | undefined;
  notice: ReactNode;
  recent: readonly RecentRecipient[];
};

/** The form library renders its owner once more on mount: the steps need not follow. */
const Steps = memo(TransferSteps);

/** Holds what was typed while its steps come and go. */
export function NewTransfer({ start, earlier, ...rest }: Props) {
  const [begun] = useState(() => withKept(start, earlier));
  const resolver = useMemo(() => lazyResolver(rest.rules), [rest.rules]);
  const form = useForm<TransferForm>({ defaultValues: fieldsOf(begun), resolver, shouldFocusError: false });
  return <Steps form={form} begun={begun} {...rest} />;
}

function fieldsOf({ bank: _bank, replaces: _replaces, ...fields }: StartingPoint): TransferForm {
  return fields;
}

/** An earlier transfer wins over this tab's draft. */
function withKept(start: StartingPoint, earlier: EarlierTransfer | undefined): StartingPoint {
  const kept = keptRecipient();
  if (kept === undefined || (earlier !== undefined && earlier.kind !== "not_found")) return start;
  return { ...start, ...kept, bankCode: kept.bank?.code ?? "" };
}
