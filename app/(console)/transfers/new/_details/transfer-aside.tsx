import type { ReactNode } from "react";
import { type Control, useWatch } from "react-hook-form";
import { Card } from "#components/ui/card";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import type { Bank } from "#lib/contract/api";
import { formatFiat, formatPadded, lastFour } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { classNames } from "#lib/text/class-names";
import type { TransferForm } from "../transfer-form";

type Props = {
  control: Control<TransferForm>;
  amount: string;
  asset: string;
  bank: Bank | null;
  assets: readonly Asset[];
  live: LiveQuote;
  /** How long recent payouts took, where that is known. */
  usualTime: string | undefined;
  children: ReactNode;
};

/** On a phone the summary is far below; its bar leads there. */
const summaryId = "summary";

const none = <span className="font-normal text-muted">Not entered</span>;

export function TransferAside({ control, amount, asset, bank, assets, live, usualTime, children }: Props) {
  const { shown, isCurrent, isDead } = live;
  const token = findAsset(assets, asset);
  const sent = /^\d+(\.\d+)?$/.test(amount)
    ? `${formatPadded(amount as Amount)} ${token?.fromCurrency}`
    : undefined;
  return (
    // One card beside the fields; on a phone a card after them, and a bar that stays at the bottom.
    <div className="max-lg:contents lg:sticky lg:top-[calc(var(--bar,0px)+1.5rem)] lg:rounded-xl lg:border lg:border-line lg:bg-surface">
      <Card
        id={summaryId}
        tabIndex={-1}
        title="Summary"
        className="outline-none lg:border-0 lg:bg-transparent"
      >
        <SummaryList className="lg:*:grid-cols-[5.5rem_minmax(0,1fr)]!">
          <SummaryRow term="You send">{sent ?? none}</SummaryRow>
          <SummaryRow term="Network">{token?.networkName}</SummaryRow>
          <SummaryRow term="Recipient gets">
            {shown === undefined ? (
              <span className="font-normal text-muted">Not known yet</span>
            ) : (
              <>
                <span className={classNames((!isCurrent || isDead) && "text-subtle line-through")}>
                  {formatFiat(shown.outputAmount)} {shown.currency}
                </span>{" "}
                <span className="font-normal text-muted">estimate</span>
              </>
            )}
          </SummaryRow>
          <SummaryRow term="To">
            {bank === null ? none : bank.name}
            <AccountEnd control={control} />
          </SummaryRow>
          {usualTime !== undefined && (
            <SummaryRow term="Usual time">
              {usualTime}
              <span className="block text-xs font-normal text-muted">
                from creation to reported paid, in the last 30 days
              </span>
            </SummaryRow>
          )}
        </SummaryList>
      </Card>
      <div
        data-form-bar
        className="px-5 pb-5 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3 md:max-lg:-mx-8 md:max-lg:px-8 max-lg:[@media(min-height:40rem)]:sticky max-lg:[@media(min-height:40rem)]:bottom-0"
      >
        {sent !== undefined && (
          <div className="mb-2 flex items-baseline justify-between gap-x-4 text-[0.8125rem]/5 lg:hidden">
            <p translate="no" className="foreign-text min-w-0 truncate text-muted">
              You send <b className="font-medium text-ink">{sent}</b>
            </p>
            <button
              type="button"
              className="text-link relative shrink-0 after:absolute after:-inset-3"
              onClick={() => document.getElementById(summaryId)?.focus()}
            >
              Summary
            </button>
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

function AccountEnd({ control }: Pick<Props, "control">) {
  const accountNumber = useWatch({ control, name: "accountNumber" });
  if (accountNumber === "") return null;
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only"> account ending in</span> <span aria-hidden="true">••</span>{" "}
      <span className="tabular-nums">{lastFour(accountNumber)}</span>
    </span>
  );
}
