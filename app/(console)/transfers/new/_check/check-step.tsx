import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useId, useRef, useState } from "react";
import { BusinessNotice } from "#components/notice/business-notice";
import { Notice } from "#components/notice/notice";
import { QuoteChange } from "#components/quote/quote-change";
import { BusyButton } from "#components/ui/busy-button";
import { ChevronRight } from "#components/ui/icon";
import { backInGutter, PageHeader } from "#components/ui/page-header";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { shortBankName } from "#lib/bank/short-bank-name";
import { useFaultInTitle, usePageTitle } from "#lib/browser/page-title";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { businessQuery } from "#lib/calls/queries";
import type { Bank, TransferInput } from "#lib/contract/api";
import { payouts } from "#lib/contract/payouts";
import type { EarlierPayouts } from "#lib/contract/same-account";
import { formatPadded } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { businessBlock } from "#lib/words/business-block";
import { earlierPayoutWords } from "#lib/words/same-account";
import { goToDetails } from "../steps";
import type { ChosenPayee, TransferForm } from "../transfer-form";
import { CheckLines } from "./check-lines";
import { DoubtBox, type DoubtCheck } from "./doubt-box";
import { NextSteps } from "./next-steps";
import { RulesNotice } from "./rules-notice";
import { SubmitProblem } from "./submit-problem";
import { TransferLink, useDoubts } from "./use-doubts";
import { useSubmit } from "./use-submit";

type Props = {
  input: TransferInput;
  bank: Bank;
  payee: ChosenPayee | null;
  assets: readonly Asset[];
  live: LiveQuote;
  timeZone: string;
  /** A fall of the estimate beyond this many per cent needs a fresh click. */
  driftPercent: Amount;
  onFieldErrors: (errors: Partial<Record<keyof TransferForm, string>>) => void;
  onCreated: (id: string) => void;
  /** Another amount is sent, which is a check of its own. */
  onAmount: (amount: string) => void;
};

export function CheckStep({ input, bank, payee, assets, live, timeZone, driftPercent, ...on }: Props) {
  const submit = useSubmit(input, live, driftPercent, on);
  const block = businessBlock(useQuery(businessQuery));
  const token = findAsset(assets, input.asset);
  const symbol = token?.fromCurrency ?? "";
  const [payout] = payouts;
  const title = "Check the transfer";
  usePageTitle(title);
  useFaultInTitle(submit.problem !== null);
  const heading = useRef<HTMLDivElement>(null);
  const create = useRef<HTMLButtonElement>(null);
  const doubts = useDoubts({ input, bank, submit, assets, timeZone });
  const box = useRef<DoubtCheck>(null);
  useEffect(() => heading.current?.focus(), []);
  const { found, asked } = submit.duplicates;
  const isWaiting = submit.foreseen?.waits != null;
  return (
    <>
      <div ref={heading} tabIndex={-1} className="outline-none">
        <CheckHeader title={title} isBusy={submit.isPending} />
      </div>
      {block !== undefined && <BusinessNotice block={block} className="mb-4" />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <div className="min-w-0 space-y-4">
          <CheckLines
            {...{ input, bank, payee, token, live, timeZone, driftPercent }}
            onAmount={on.onAmount}
          />
          <RulesNotice foreseen={submit.foreseen} />
          <SubmitProblem submit={submit} />
          {submit.change !== undefined && (
            <QuoteChange
              change={submit.change}
              currency={payout.currency}
              act="create the transfer"
              isOff={!submit.canAccept}
              onAccept={() => {
                if (box.current?.isOpen()) return;
                submit.acceptChange();
                // The notice goes away.
                create.current?.focus();
              }}
            />
          )}
          <DoubtBox
            ref={box}
            doubts={doubts}
            found={asked ?? (submit.odd.refusal === null ? undefined : "odd")}
          />
          <OtherPayouts found={found} />
        </div>
        <div className="min-w-0 space-y-4 max-lg:contents lg:sticky lg:top-6">
          <CreateButtons
            ref={create}
            isPending={submit.isPending}
            isWaiting={isWaiting}
            isOff={block !== undefined || !submit.isReady || submit.foreseen?.refused != null}
            toTick={doubts.filter(({ isTicked }) => !isTicked).length}
            onCreate={() => box.current?.isOpen() || submit.create()}
          />
          <NextSteps
            amount={formatPadded(input.amount as Amount)}
            symbol={symbol}
            networkName={token?.networkName ?? ""}
            bankName={shortBankName(bank.name)}
            isWaiting={isWaiting}
          />
        </div>
      </div>
    </>
  );
}

function CheckHeader({ title, isBusy }: { title: string; isBusy: boolean }) {
  return (
    <PageHeader
      back={
        <BusyButton
          variant="icon"
          aria-label="Back to the details"
          isOff={isBusy}
          onClick={() => goToDetails()}
          className={backInGutter}
        >
          <ChevronRight aria-hidden className="size-4 rotate-180" />
        </BusyButton>
      }
      title={title}
      lead="Step 2 of 3. Nothing is created yet."
    />
  );
}

type CreateButtonsProps = {
  ref: Ref<HTMLButtonElement>;
  isPending: boolean;
  /** Somebody has to approve it first. */
  isWaiting: boolean;
  isOff: boolean;
  /** How many points stand between it and a press. */
  toTick: number;
  onCreate: () => void;
};

function CreateButtons({ ref, isPending, isWaiting, isOff, toTick, onCreate }: CreateButtonsProps) {
  const hintId = useId();
  return (
    // A card beside what is checked; on a phone a bar that stays at the bottom.
    <div
      data-form-bar
      className="border-line bg-surface p-5 max-lg:order-last max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:px-4 max-lg:py-3 md:max-lg:-mx-8 md:max-lg:px-8 lg:rounded-xl lg:border max-lg:[@media(min-height:40rem)]:sticky max-lg:[@media(min-height:40rem)]:bottom-0"
    >
      <BusyButton
        ref={ref}
        variant="primary"
        onClick={onCreate}
        isOff={isOff}
        aria-describedby={hintId}
        className="w-full"
      >
        {isPending ? "Creating the transfer" : isWaiting ? askFor : "Create transfer and get address"}
      </BusyButton>
      <p id={hintId} role="status" className="mt-2 text-[0.8125rem]/5 text-muted">
        {isPending
          ? "Wait for the service’s answer. The same transfer is never sent twice."
          : `No money moves yet. ${toTickWords(toTick, isWaiting)}`}
      </p>
    </div>
  );
}

const askFor = "Create and ask for approval";

function toTickWords(count: number, isWaiting: boolean): string {
  if (count === 0)
    return isWaiting ? "You get the address once it is approved." : "You send the crypto in the next step.";
  return count === 1 ? "One point is still to tick." : `${count} points are still to tick.`;
}

/** Those that no question is about. */
function OtherPayouts({ found }: { found: EarlierPayouts | undefined }) {
  // Read once: the sentences must not change under the reader.
  const [now] = useState(() => Date.now());
  const payouts =
    found?.newest.filter(({ id }) => ![found.twin?.id, found.sameReference?.id].includes(id)) ?? [];
  if (payouts.length === 0) return null;
  return (
    <Notice kind="info" title="Other transfers to this account in the last 24 hours">
      <ul className="space-y-1">
        {payouts.map((payout) => (
          <li key={payout.id}>
            {earlierPayoutWords(payout, now)} <TransferLink id={payout.id} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
