import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, type ReactNode, Suspense, useState } from "react";
import type { FieldErrors, UseFormReturn } from "react-hook-form";
import { type FilledRecipient, preloadBankSearch } from "#components/bank/load-bank-search";
import { QuotePanel } from "#components/quote/quote-panel";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import { PageHeader } from "#components/ui/page-header";
import { Skeleton } from "#components/ui/skeleton";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { useIsAlive } from "#lib/browser/is-alive";
import { usePageTitle } from "#lib/browser/page-title";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { businessQuery } from "#lib/calls/queries";
import type { Bank } from "#lib/contract/api";
import type { PayeeAccount, PayeeList } from "#lib/contract/payees";
import type { Amount } from "#lib/money/money";
import { classNames } from "#lib/text/class-names";
import { businessBlock } from "#lib/words/business-block";
import { preloadChecks } from "../load-checks";
import type { RecentRecipient, Recipient } from "../recent-recipients";
import { detailsHeadingId } from "../steps";
import { type ChosenPayee, fieldIds, type TransferForm } from "../transfer-form";
import type { LeftBehind } from "./details-notices";
import { RecipientFields } from "./recipient-fields";
import { TransferAside } from "./transfer-aside";

const loadErrors = () => import("./transfer-errors");
const TransferErrors = lazyPart(() => loadErrors().then(({ TransferErrors }) => TransferErrors), PlainErrors);

const RecentChoice = lazyPart(() => import("./recent-choice").then(({ RecentChoice }) => RecentChoice));
const PayeeChoice = lazyPart(() => import("./payee-choice").then(({ PayeeChoice }) => PayeeChoice));

const DetailsNotices = lazyPart(() =>
  import("./details-notices").then(({ DetailsNotices }) => DetailsNotices),
);

const neededFields = ["amount", "bankCode", "accountNumber", "accountName"] as const;

type Props = {
  form: UseFormReturn<TransferForm>;
  amount: string;
  asset: string;
  askedOutput: string;
  errors: FieldErrors<TransferForm>;
  isSubmitted: boolean;
  bank: Bank | null;
  onBank: (bank: Bank) => void;
  onRecipient: (recipient: Recipient) => void;
  onPasted: (read: FilledRecipient<Bank>) => void;
  assets: readonly Asset[];
  live: LiveQuote;
  timeZone: string;
  driftPercent: Amount;
  notice: ReactNode;
  recent: readonly RecentRecipient[];
  payees: PayeeList;
  /** How long recent payouts took, where that is known. */
  usualTime: string | undefined;
  payee: ChosenPayee | null;
  onPayee: (payee: ChosenPayee, account: PayeeAccount) => void;
  onLeavePayee: () => void;
  left: LeftBehind | undefined;
  keeper: ReactNode;
  /** How often the form was sent and refused. */
  tryCount: number;
  onSubmit: (event: FormEvent) => void;
};

export function DetailsStep(props: Props) {
  const { form, amount, asset, errors, isSubmitted, bank, live, tryCount } = props;
  const block = businessBlock(useQuery(businessQuery));
  usePageTitle("New transfer");
  const [payoutWait, setPayoutWait] = useState<string>();
  const wait = payoutWait ?? waitReason(live);
  const isRefused = amount !== "" && amountMessage(amount, findAsset(props.assets, asset)) !== undefined;
  const stop =
    (block && "The business can’t create transfers now.") ??
    wait ??
    (isRefused ? "Correct the amount to continue." : undefined);
  const set = (name: "amount" | "asset" | "askedOutput") => (value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted });
  return (
    <>
      <div id={detailsHeadingId} tabIndex={-1} data-first-field={fieldIds.amount} className="outline-none">
        <PageHeader title="New transfer" lead="Step 1 of 3" />
      </div>
      {props.notice}
      {props.keeper}
      {(block !== undefined || props.left !== undefined) && (
        <Suspense>
          <DetailsNotices block={block} left={props.left} />
        </Suspense>
      )}
      {tryCount > 0 && (
        <Suspense>
          <TransferErrors errors={errors} tryCount={tryCount} />
        </Suspense>
      )}
      <form
        noValidate
        method="post"
        onSubmit={props.onSubmit}
        onKeyDown={(event) => goOn(event, form)}
        onFocus={preload}
        onPointerEnter={preload}
        className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:items-start"
      >
        <div className="min-w-0 space-y-4">
          <Card>
            <QuotePanel
              assets={props.assets}
              amount={amount}
              asset={asset}
              onAmount={set("amount")}
              onAsset={set("asset")}
              asked={props.askedOutput}
              onAsked={set("askedOutput")}
              error={errors.amount?.message ?? errors.asset?.message}
              live={block === undefined ? live : { ...live, problem: null }}
              timeZone={props.timeZone}
              driftPercent={props.driftPercent}
              fieldId={fieldIds.amount}
              onWait={setPayoutWait}
            />
          </Card>
          <RecipientCard {...props} />
        </div>
        <TransferAside
          control={form.control}
          amount={amount}
          asset={asset}
          bank={bank}
          assets={props.assets}
          live={live}
          usualTime={props.usualTime}
        >
          <ContinueButton isOff={block !== undefined || wait !== undefined} stop={stop} />
        </TransferAside>
      </form>
    </>
  );
}

function RecipientCard(props: Props) {
  const { form, errors, isSubmitted, bank } = props;
  return (
    <Card title="Recipient">
      <Suspense fallback={<WaitingOffer payees={props.payees.total} recent={props.recent.length} />}>
        {props.payees.total > 0 || props.payee !== null ? (
          <PayeeChoice
            list={props.payees}
            chosen={props.payee}
            account={{ bank, ...accountIn(form) }}
            onChoose={props.onPayee}
            onLeave={props.onLeavePayee}
          />
        ) : (
          props.recent.length > 0 && <RecentChoice recent={props.recent} onChoose={props.onRecipient} />
        )}
      </Suspense>
      <RecipientFields
        form={form}
        errors={errors}
        isSubmitted={isSubmitted}
        bank={bank}
        onBank={props.onBank}
        onPasted={props.onPasted}
        payee={props.payee}
      />
    </Card>
  );
}

/** As high as what is offered, so that nothing below it moves. */
function WaitingOffer({ payees, recent }: { payees: number; recent: number }) {
  const boxes = (count: number, className: string) =>
    Array.from({ length: count }, (_, place) => place).map((place) => (
      <Skeleton key={place} className={`rounded-lg ${className}`} />
    ));
  if (payees === 0)
    return (
      <div className="mb-5 border-b border-line pt-6 pb-5">
        <div className="grid gap-2 sm:grid-cols-2">{boxes(recent, "h-13.5")}</div>
      </div>
    );
  return (
    <div className="mb-5 space-y-2 pb-2">
      {boxes(1, "h-10 pointer-coarse:h-11")}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">{boxes(Math.min(payees, 3) + 1, "h-13")}</div>
    </div>
  );
}

/** `stop`: why the form can't go on. */
function ContinueButton({ isOff, stop }: { isOff: boolean; stop: string | undefined }) {
  const isAlive = useIsAlive();
  return (
    <>
      <BusyButton
        type="submit"
        variant="primary"
        className="w-full"
        disabled={!isAlive}
        isOff={isOff}
        aria-describedby="continue-hint"
      >
        Check the transfer
      </BusyButton>
      <p
        id="continue-hint"
        className={classNames("mt-2 text-[0.8125rem]/5 text-muted", stop === undefined && "max-lg:hidden")}
      >
        {stop ?? "Nothing is created yet. You check everything first."}
      </p>
    </>
  );
}

function accountIn(form: UseFormReturn<TransferForm>) {
  const { accountNumber, accountName } = form.getValues();
  return { accountNumber, accountName };
}

/** Enter goes on to the next field that is needed and empty. With none left it sends the form. */
function goOn(event: KeyboardEvent<HTMLFormElement>, form: UseFormReturn<TransferForm>) {
  const { key, target, nativeEvent } = event;
  if (key !== "Enter" || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  const place = neededFields.findIndex((name) => fieldIds[name] === target.id);
  if (place === -1) return;
  const next = neededFields.slice(place + 1).find((name) => form.getValues(name) === "");
  const field = next && document.getElementById(fieldIds[next]);
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Loaded on the first touch, before it is needed. */
function preload() {
  preloadChecks();
  preloadBankSearch();
  void loadErrors().catch(() => undefined);
}

/** For when the list of faults can't be loaded. */
function PlainErrors() {
  return (
    <p role="alert" className="mb-4 font-medium text-fail">
      Correct the marked fields. Nothing was created.
    </p>
  );
}

/** Why there is no usable quote for a valid amount. */
function waitReason({ usable, isDead, isCurrent, problem, isFetching }: LiveQuote): string | undefined {
  if (usable !== undefined) return undefined;
  if (isDead && isCurrent) return "The quote is out of date. Refresh it to continue.";
  if (problem?.code === "signed_out") return "Sign in again. Then the quote comes by itself.";
  if (problem !== null)
    return "You can’t create a transfer without a quote. See the message below the amount.";
  return isFetching ? "Waiting for the quote." : undefined;
}
