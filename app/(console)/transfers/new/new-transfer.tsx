"use client";

import { useSearchParams } from "next/navigation";
import { memo, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import type { InputRules } from "#lib/contract/api";
import type { PayeeList } from "#lib/contract/payees";
import type { Amount } from "#lib/money/money";
import { beginForm, carryKey, createdBy, type Draft, keptDraft } from "./draft";
import { lazyResolver } from "./load-checks";
import type { RecentRecipient } from "./recent-recipients";
import { emptied } from "./starting-point";
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
  /** How long recent payouts took, where that is known. */
  usualTime?: string | undefined;
  /** What the form begins with, of the address: an earlier transfer's or a payee's ID, or nothing. */
  origin: string;
  /** What the server kept of such a form. */
  draft: Draft | undefined;
};

/** The form library renders its owner once more on mount: the steps need not follow. */
const Steps = memo(TransferSteps);

/** Holds what was typed while its steps come and go. */
export function NewTransfer({ start, draft, ...rest }: Props) {
  const { origin, rules } = rest;
  const address = useSearchParams();
  // Back to the check of a transfer that was created since: what it began with must not be one press from a second one.
  const [isOver] = useState(() => createdBy(address.get("key")) !== undefined);
  const [{ kept, isReloaded }] = useState(() => {
    const isLoaded = keptDraft() === undefined;
    const found = isLoaded ? draft : keptHere(origin);
    return { kept: found, isReloaded: isLoaded && found !== undefined };
  });
  // Not while it is drawn: the server draws it too, and keeps no form of anybody.
  const begin = useEffectEvent(() => beginForm(origin, address.get("form"), kept));
  useLayoutEffect(() => begin(), []);
  const [begun] = useState(() =>
    isOver ? emptied(start) : withKept(start, kept, address.has("amount") && !address.has("step")),
  );
  const resolver = useMemo(() => lazyResolver(rules), [rules]);
  const form = useForm<TransferForm>({ defaultValues: fieldsOf(begun), resolver, shouldFocusError: false });
  // After a reload the same content goes on under the same key.
  useEffect(() => carryKey(new URLSearchParams(window.location.search).get("key")), []);
  return (
    <Steps
      form={form}
      begun={begun}
      isKept={kept !== undefined}
      isReloaded={isReloaded}
      {...rest}
      notice={!isOver && rest.notice}
    />
  );
}

/** What this tab has typed is newer than what the server had when the page was made. */
function keptHere(origin: string): Draft | undefined {
  const kept = keptDraft();
  return kept?.origin === origin ? kept : undefined;
}

function fieldsOf({
  bank: _bank,
  payee: _payee,
  replaces: _replaces,
  ...fields
}: StartingPoint): TransferForm {
  return fields;
}

function withKept(start: StartingPoint, kept: Draft | undefined, hasAmount: boolean): StartingPoint {
  if (kept === undefined) return start;
  const { fields, bank, payee } = kept;
  const { amount, askedOutput, asset } = hasAmount ? start : fields;
  return { ...start, ...fields, amount, askedOutput, asset, bank, payee, bankCode: bank?.code ?? "" };
}
