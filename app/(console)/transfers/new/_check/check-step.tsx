import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useId, useRef } from "react";
import { QuoteOutput } from "#components/quote/quote-output";
import { QuoteProblem } from "#components/quote/quote-problem";
import { QuoteRail } from "#components/quote/quote-rail";
import { QuoteRefresh } from "#components/quote/quote-refresh";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { useFaultInTitle, usePageTitle } from "#lib/browser/page-title";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { businessQuery } from "#lib/calls/queries";
import type { Bank, TransferInput } from "#lib/contract/api";
import { payouts } from "#lib/contract/payouts";
import { formatExact } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { businessBlock } from "../business-block";
import { BusinessNotice } from "../business-notice";
import { StepWords } from "../step-words";
import { goToDetails } from "../steps";
import type { ChosenPayee, TransferForm } from "../transfer-form";
import { CheckDigitQuestion } from "./check-digit-question";
import { ChangeButton, RecipientSummary } from "./check-recipient";
import { DuplicateQuestion, OtherPayouts } from "./duplicate-question";
import { NextSteps } from "./next-steps";
import { OddQuote } from "./odd-quote";
import { QuoteChange } from "./quote-change";
import { ShortPayout } from "./short-payout";
import { SubmitProblem } from "./submit-problem";
import type { OpenQuestion } from "./use-question";
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
  const title = "Check the transfer before you create it";
  usePageTitle(title);
  useFaultInTitle(submit.problem !== null);
  const heading = useRef<HTMLDivElement>(null);
  const create = useRef<HTMLButtonElement>(null);
  const { ask, isAnyOpen, isOpen } = useQuestions();
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div ref={heading} tabIndex={-1} className="outline-none">
        <PageHeader title={title} actions={<StepWords step={2} />} />
      </div>
      {block !== undefined && <BusinessNotice block={block} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <div className="min-w-0 space-y-6">
          <AmountSummary {...{ input, token, assets, live, timeZone, driftPercent }} />
          <RecipientSummary input={input} bank={bank} payee={payee} />
          <SubmitProblem submit={submit} />
          {submit.change !== undefined && (
            <QuoteChange
              change={submit.change}
              currency={payout.currency}
              isOff={!submit.canAccept}
              onAccept={() => {
                if (isOpen("odd")) return;
                submit.acceptChange();
                // The notice goes away.
                create.current?.focus();
              }}
            />
          )}
          <CheckDigitQuestion ref={ask("digit")} bank={bank} accountNumber={input.accountNumber} />
          <DuplicateQuestion ref={ask("confirmBank")} submit={submit} name="confirmBank" />
          <DuplicateQuestion ref={ask("confirmName")} submit={submit} name="confirmName" />
          <DuplicateQuestion ref={ask("confirmAccount")} submit={submit} name="confirmAccount" />
          <ShortPayout ref={ask("short")} {...{ input, live, symbol, onAmount: on.onAmount }} />
          <OddQuote ref={ask("odd")} odd={submit.odd} assets={assets} timeZone={timeZone} />
          <DuplicateQuestion ref={ask("confirmSeparate")} submit={submit} name="confirmSeparate" />
          <DuplicateQuestion ref={ask("confirmReference")} submit={submit} name="confirmReference" />
          <OtherPayouts found={submit.duplicates.found} />
          <CreateButtons
            ref={create}
            isPending={submit.isPending}
            isOff={block !== undefined || !submit.isReady}
            onCreate={() => isAnyOpen() || submit.create()}
          />
        </div>
        <NextSteps
          amount={formatExact(input.amount as Amount)}
          symbol={symbol}
          networkName={token?.networkName ?? ""}
        />
      </div>
    </>
  );
}

/** In the order of the page. */
const questions = [
  ...(["digit", "confirmBank", "confirmName", "confirmAccount", "short", "odd"] as const),
  ...(["confirmSeparate", "confirmReference"] as const),
] as const;
type QuestionName = (typeof questions)[number];

/** Which of the questions above Create is unanswered; the first one takes the focus. */
function useQuestions() {
  const open = useRef(new Map<QuestionName, OpenQuestion | null>());
  const isOpen = (name: QuestionName) => open.current.get(name)?.isOpen() === true;
  const ask = (name: QuestionName) => (question: OpenQuestion | null) => {
    open.current.set(name, question);
  };
  return { ask, isOpen, isAnyOpen: () => questions.some(isOpen) };
}

type AmountProps = Pick<Props, "input" | "assets" | "live" | "timeZone" | "driftPercent"> & {
  token: Asset | undefined;
};

function AmountSummary({ input, token, assets, live, timeZone, driftPercent }: AmountProps) {
  const [payout] = payouts;
  return (
    <Card title="Amount" action={<ChangeButton field="amount">Change the amount</ChangeButton>}>
      <SummaryList>
        <SummaryRow term="Network">{token?.networkName}</SummaryRow>
        <SummaryRow term="You send">
          <span className="text-base font-semibold">
            {formatExact(input.amount as Amount)} {token?.fromCurrency}
          </span>
        </SummaryRow>
      </SummaryList>
      <QuoteRail live={live} assets={assets} minorDigits={payout.minorDigits} driftPercent={driftPercent} />
      <QuoteOutput live={live} currency={payout.currency} />
      <QuoteRefresh live={live} timeZone={timeZone} />
      <QuoteProblem live={live} />
    </Card>
  );
}

type CreateButtonsProps = {
  ref: Ref<HTMLButtonElement>;
  isPending: boolean;
  isOff: boolean;
  onCreate: () => void;
};

function CreateButtons({ ref, isPending, isOff, onCreate }: CreateButtonsProps) {
  const hintId = useId();
  return (
    <div>
      <BusyButton
        ref={ref}
        variant="primary"
        onClick={onCreate}
        isOff={isOff}
        aria-describedby={hintId}
        className="max-sm:w-full"
      >
        {isPending ? "Creating the transfer" : "Create transfer and get deposit address"}
      </BusyButton>
      <p id={hintId} role="status" className="mt-2 text-[0.8125rem]/5 text-muted">
        {isPending
          ? "Wait for the service’s answer. The same transfer is never sent twice."
          : "No money moves yet. You send the crypto in the next step."}
      </p>
      <BusyButton variant="quiet" onClick={() => goToDetails()} isOff={isPending} className="mt-3 -ml-4">
        Back to the details
      </BusyButton>
    </div>
  );
}
