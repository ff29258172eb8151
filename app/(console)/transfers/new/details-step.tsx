import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { FieldErrors, UseFormReturn } from "react-hook-form";
import { preloadBankSearch } from "#components/bank-field";
import { QuotePanel } from "#components/quote-panel";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { PageHeader } from "#components/ui/page-header";
import type { Bank } from "#lib/contract/api";
import type { Asset } from "#lib/contract/asset";
import type { LiveQuote } from "#lib/live-quote";
import { usePageTitle } from "#lib/page-title";
import { businessQuery } from "#lib/queries";
import { BusinessNotice, businessBlock } from "./business-block";
import { EarlierNotice } from "./earlier-notice";
import { preloadChecks } from "./load-checks";
import { RecentChoice } from "./recent-choice";
import type { Recipient } from "./recent-recipients";
import { RecipientFields } from "./recipient-fields";
import type { EarlierTransfer } from "./starting-point";
import { StepWords } from "./step-words";
import { TransferAside } from "./transfer-aside";
import { TransferErrors } from "./transfer-errors";
import { fieldIds, type TransferForm } from "./transfer-form";

type Props = {
  form: UseFormReturn<TransferForm>;
  values: TransferForm;
  errors: FieldErrors<TransferForm>;
  bank: Bank | null;
  onBank: (bank: Bank) => void;
  onRecipient: (recipient: Recipient) => void;
  assets: readonly Asset[];
  live: LiveQuote;
  timeZone: string;
  earlier: EarlierTransfer | undefined;
  recent: readonly Recipient[];
  /** The account details were lost by a reload. */
  hasLost: boolean;
  /** How many times the form was sent and came back. */
  tryCount: number;
  onSubmit: (event: FormEvent) => void;
};

/** Step 1: the amount with its quote, and the recipient. */
export function DetailsStep(props: Props) {
  const { form, values, errors, bank, live, tryCount } = props;
  const block = businessBlock(useQuery(businessQuery));
  usePageTitle("New transfer");
  const wait = waitReason(live);
  const set = (name: "amount" | "asset") => (value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <>
      <PageHeader title="New transfer" actions={<StepWords step={1} />} />
      {block !== undefined && <BusinessNotice block={block} />}
      <EarlierNotice earlier={props.earlier} />
      {props.hasLost && <LostNotice />}
      <TransferErrors errors={errors} tryCount={tryCount} />
      <form
        noValidate
        onSubmit={props.onSubmit}
        onFocus={preload}
        onPointerEnter={preload}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem]"
      >
        <div className="min-w-0 space-y-6">
          <Card>
            <QuotePanel
              assets={props.assets}
              amount={values.amount}
              asset={values.asset}
              onAmount={set("amount")}
              onAsset={set("asset")}
              error={errors.amount?.message ?? errors.asset?.message}
              live={live}
              timeZone={props.timeZone}
              fieldId={fieldIds.amount}
            />
          </Card>
          <Card title="Recipient">
            <RecentChoice recent={props.recent} onChoose={props.onRecipient} />
            <RecipientFields form={form} values={values} bank={bank} onBank={props.onBank} />
          </Card>
        </div>
        <TransferAside values={values} bank={bank} assets={props.assets} live={live}>
          <Button
            type="submit"
            variant="primary"
            className="mt-4 w-full"
            disabled={block !== undefined || wait !== undefined}
            aria-describedby="continue-hint"
          >
            Check the transfer
          </Button>
          <p id="continue-hint" className="mt-2 text-[13px]/5 text-muted">
            {(block && "Blocked: the business cannot create transfers now.") ??
              wait ??
              "Nothing is created yet. You check everything first."}
          </p>
        </TransferAside>
      </form>
    </>
  );
}

/** What the form needs soon after the first touch: on a slow line, before it is asked for. */
function preload() {
  preloadChecks();
  preloadBankSearch();
}

/** Why there is no quote to go on with, for an amount that can be sent. */
function waitReason({ usable, isDead, isCurrent, problem, isFetching }: LiveQuote): string | undefined {
  if (usable !== undefined) return undefined;
  if (isDead && isCurrent) return "The quote is out of date. Refresh it to continue.";
  if (problem !== null) return "Without a quote nothing can be created. See the message below the amount.";
  return isFetching ? "Waiting for the quote." : undefined;
}

function LostNotice() {
  return (
    <Notice kind="info" title="Enter the recipient again" className="mb-6">
      <p>
        Account details are kept only while the page is open, never stored in the browser. A transfer that you
        have created stands in the list of transfers.
      </p>
    </Notice>
  );
}
