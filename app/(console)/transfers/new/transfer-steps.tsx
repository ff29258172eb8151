import type { Route } from "next";
import { useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { type FieldErrors, type UseFormReturn, useFormState, useWatch } from "react-hook-form";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { useTypedQuote } from "#lib/browser/typed-quote";
import type { InputRules } from "#lib/contract/api";
import type { PayeeList } from "#lib/contract/payees";
import type { Amount } from "#lib/money/money";
import type { LeftBehind } from "./_details/details-notices";
import { DetailsStep } from "./_details/details-step";
import { createdBy } from "./draft";
import { DraftKeeper } from "./draft-keeper";
import { useAcceptance } from "./load-checks";
import type { RecentRecipient } from "./recent-recipients";
import { detailsHeadingId, goToCheck, goToDetails } from "./steps";
import { fieldNames, type StartingPoint, type TransferForm, toTransferInput } from "./transfer-form";
import { useRecipient } from "./use-recipient";

const CheckStep = lazyPart(() => import("./_check/check-step").then(({ CheckStep }) => CheckStep));

type Props = {
  /** Always the same object, so a change in it causes no render here. */
  form: UseFormReturn<TransferForm>;
  begun: StartingPoint;
  rules: InputRules;
  timeZone: string;
  driftPercent: Amount;
  notice: ReactNode;
  recent: readonly RecentRecipient[];
  payees: PayeeList;
  /** How long recent payouts took, where that is known. */
  usualTime: string | undefined;
  origin: string;
  /** The fields hold a draft. */
  isKept: boolean;
};

/** The step is in the address; the content stays in memory over back and forward. */
export function TransferSteps(props: Props) {
  const { form, begun, rules, timeZone, driftPercent } = props;
  const router = useRouter();
  const recipient = useRecipient(form, begun);
  const { bank, payee } = recipient;
  const [tryCount, setTryCount] = useState(0);
  const { control } = form;
  const { errors, isSubmitted } = useFormState({ control });
  const [amount, asset] = useWatch({ control, name: ["amount", "asset"] });
  const live = useTypedQuote(rules.assets, { amount, asset });

  // Nothing can be typed while the check is loading, so the current values will do.
  const input = toTransferInput(form.getValues(), begun.replaces, bank?.name, payee);
  const address = useSearchParams();
  const isAsked = address.get("step") === "check";
  const accepted = useAcceptance(isAsked && bank !== null, input, rules);
  const isChecking = isAsked && bank !== null && accepted === true;
  const isLost = isAsked && (bank === null || accepted === false);

  const { left, forget } = useLeftBehind(isLost, address.get("key"));
  useHeadingAfterCheck(isChecking);

  if (isChecking) {
    return (
      <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
        <CheckStep
          input={input}
          bank={bank}
          payee={payee}
          assets={rules.assets}
          live={live}
          timeZone={timeZone}
          driftPercent={driftPercent}
          onFieldErrors={(errors) => {
            for (const name of fieldNames) {
              const message = errors[name];
              if (message !== undefined) form.setError(name, { type: "server", message });
            }
            setTryCount((count) => count + 1);
            goToDetails();
          }}
          onCreated={(id) => router.push(`/transfers/${encodeURIComponent(id)}` as Route)}
        />
      </Suspense>
    );
  }
  return (
    <DetailsStep
      form={form}
      amount={amount}
      asset={asset}
      errors={errors as FieldErrors<TransferForm>}
      isSubmitted={isSubmitted}
      bank={bank}
      onBank={recipient.chooseBank}
      onRecipient={recipient.fill}
      assets={rules.assets}
      live={live}
      timeZone={timeZone}
      driftPercent={driftPercent}
      notice={props.notice}
      recent={props.recent}
      payees={props.payees}
      usualTime={props.usualTime}
      payee={payee}
      onPayee={recipient.choosePayee}
      onLeavePayee={recipient.leavePayee}
      left={left ?? (props.isKept ? { kind: "kept" } : undefined)}
      keeper={<DraftKeeper control={control} origin={props.origin} bank={bank} payee={payee} />}
      tryCount={tryCount}
      onSubmit={form.handleSubmit(
        () => {
          setTryCount(0);
          forget();
          goToCheck(amount, asset);
        },
        () => setTryCount((count) => count + 1),
      )}
    />
  );
}

/** The address says "check", but nothing was kept: a transfer was created of it, or keeping it failed. */
function useLeftBehind(isLost: boolean, key: string | null) {
  const [left, setLeft] = useState<LeftBehind>();
  useEffect(() => {
    if (!isLost) return;
    const created = createdBy(key);
    setLeft(created === undefined ? { kind: "lost" } : { kind: "created", id: created });
    // The framework patches the history only after its own first effects.
    const timer = setTimeout(() => goToDetails({ isReplacing: true }));
    return () => clearTimeout(timer);
  }, [isLost, key]);
  return { left, forget: () => setLeft(undefined) };
}

/** Back from the check, the details are read from their heading. */
function useHeadingAfterCheck(isChecking: boolean): void {
  const wasChecking = useRef(false);
  useEffect(() => {
    const isBack = wasChecking.current && !isChecking;
    wasChecking.current = isChecking;
    if (isBack && document.activeElement === document.body)
      document.getElementById(detailsHeadingId)?.focus();
  }, [isChecking]);
}
