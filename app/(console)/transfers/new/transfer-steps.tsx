import type { Route } from "next";
import { useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { type FieldErrors, type UseFormReturn, useFormState, useWatch } from "react-hook-form";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { useTypedQuote } from "#lib/browser/quote/typed-quote";
import type { InputRules, TransferInput } from "#lib/contract/api";
import type { PayeeList } from "#lib/contract/payees";
import type { Amount } from "#lib/money/money";
import { shownHash } from "#lib/transfer/shown-hash";
import type { LeftBehind } from "./_details/details-notices";
import { DetailsStep } from "./_details/details-step";
import { createdBy } from "./draft";
import { DraftKeeper, DraftNotice } from "./draft-keeper";
import { useAcceptance } from "./load-checks";
import type { RecentRecipient } from "./recent-recipients";
import { detailsHeadingId, goToCheck, goToDetails, shownBefore } from "./steps";
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
  usualTime?: string | undefined;
  origin: string;
  /** The fields hold a draft. */
  isKept: boolean;
  /** One that the server kept, and not this page. */
  isReloaded: boolean;
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
  const [amount, asset, askedOutput] = useWatch({ control, name: ["amount", "asset", "askedOutput"] });
  const live = useTypedQuote(rules.assets, { amount, asset });

  // Nothing can be typed while the check is loading, so the current values will do.
  const input = toTransferInput(form.getValues(), begun.replaces, bank?.name, payee);
  const { isChecking, left, accept } = useStep(props, input, bank !== null);
  useHeadingAfterCheck(isChecking);

  if (isChecking && bank !== null) {
    return (
      <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
        <DraftNotice />
        <CheckStep
          key={amount}
          input={input}
          bank={bank}
          payee={payee}
          assets={rules.assets}
          live={live}
          timeZone={timeZone}
          driftPercent={driftPercent}
          onFieldErrors={(errors) => {
            showErrors(form, errors);
            setTryCount((count) => count + 1);
            goToDetails();
          }}
          onAmount={(enough) => form.setValue("amount", enough, { shouldDirty: true })}
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
      askedOutput={askedOutput}
      errors={errors as FieldErrors<TransferForm>}
      isSubmitted={isSubmitted}
      bank={bank}
      onBank={recipient.chooseBank}
      onRecipient={recipient.fill}
      onPasted={recipient.fillPasted}
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
      keeper={
        <>
          <DraftKeeper control={control} origin={props.origin} bank={bank} payee={payee} />
          <DraftNotice />
        </>
      }
      tryCount={tryCount}
      onSubmit={form.handleSubmit(
        () => {
          setTryCount(0);
          accept();
          goToCheck(amount, asset);
        },
        () => setTryCount((count) => count + 1),
      )}
    />
  );
}

/** What the server said of the fields. */
function showErrors(form: Props["form"], errors: Partial<Record<string, string>>): void {
  for (const name of fieldNames) {
    const message = errors[name];
    if (message !== undefined) form.setError(name, { type: "server", message });
  }
}

/** Which step the address asks for and the fields allow, and what to say where these differ. */
function useStep(
  { rules, isReloaded }: Pick<Props, "rules" | "isReloaded">,
  input: TransferInput,
  hasBank: boolean,
) {
  const address = useSearchParams();
  const isAsked = address.get("step") === "check";
  const accepted = useAcceptance(isAsked && hasBank, input, rules);
  const isReady = isAsked && hasBank && accepted === true;
  const { isSeen, trust } = useSeen(isReloaded, isReady, input);
  const isLost = isAsked && (!hasBank || accepted === false);
  const lost = isLost ? "lost" : isReady && !isSeen ? "changed" : undefined;
  const { left, forget } = useLeftBehind(lost, address.get("key"));
  /** The fields were sent from this page: the check shows them and nothing of before. */
  function accept() {
    forget();
    trust();
  }
  return { isChecking: isReady && isSeen, left, accept };
}

/**
 * Whether the check shows what it showed before a reload: another tab with the same form may have written its draft. It is
 * judged as the check opens, until the form was sent in this page.
 */
function useSeen(isReloaded: boolean, isReady: boolean, input: TransferInput) {
  const [mustMatch, setMustMatch] = useState(isReloaded);
  const [isSame, setIsSame] = useState<boolean>();
  if (!isReady && isSame !== undefined) setIsSame(undefined);
  if (isReady && isSame === undefined) setIsSame(shownHash(input) === shownBefore());
  return { isSeen: !isReady || !mustMatch || isSame === true, trust: () => setMustMatch(false) };
}

/** The address says "check", but nothing was kept: a transfer was created of it, or keeping it failed. Or it is changed. */
function useLeftBehind(lost: "lost" | "changed" | undefined, key: string | null) {
  const [left, setLeft] = useState<LeftBehind>();
  useEffect(() => {
    if (lost === undefined) return;
    const created = createdBy(key);
    setLeft(created === undefined ? { kind: lost } : { kind: "created", id: created });
    // The framework patches the history only after its own first effects.
    const timer = setTimeout(() => goToDetails({ isReplacing: true }));
    return () => clearTimeout(timer);
  }, [lost, key]);
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
