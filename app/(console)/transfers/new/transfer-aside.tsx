import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { findAsset } from "#lib/assets";
import { classNames } from "#lib/class-names";
import type { Bank } from "#lib/contract/api";
import type { Asset } from "#lib/contract/asset";
import { formatExact, formatFiat, lastFour } from "#lib/format";
import type { LiveQuote } from "#lib/live-quote";
import type { Amount } from "#lib/money";
import type { TransferForm } from "./transfer-form";

type Props = {
  values: TransferForm;
  bank: Bank | null;
  assets: readonly Asset[];
  live: LiveQuote;
  children: ReactNode;
};

const none = <span className="font-normal text-muted">Not given</span>;

/** The transfer so far, beside the form on a wide screen and after it on a narrow one. */
export function TransferAside({ values, bank, assets, live: { shown, isCurrent, isDead }, children }: Props) {
  const token = findAsset(assets, values.asset);
  const isPlain = /^\d+(\.\d+)?$/.test(values.amount);
  return (
    <Card title="Summary" className="lg:sticky lg:top-6">
      <SummaryList>
        <SummaryRow term="You send">
          {isPlain ? `${formatExact(values.amount as Amount)} ${token?.fromCurrency}` : none}
        </SummaryRow>
        <SummaryRow term="Network">{token?.networkName}</SummaryRow>
        <SummaryRow term="Recipient gets (est.)">
          {shown === undefined ? (
            <span className="font-normal text-muted">Not known yet</span>
          ) : (
            <span className={classNames((!isCurrent || isDead) && "text-subtle", isDead && "line-through")}>
              {shown.currency} {formatFiat(shown.outputAmount)}
            </span>
          )}
        </SummaryRow>
        <SummaryRow term="To">
          {bank === null ? none : bank.name}
          {values.accountNumber !== "" && (
            <span className="block font-mono text-[13px]">ending in {lastFour(values.accountNumber)}</span>
          )}
        </SummaryRow>
      </SummaryList>
      {children}
    </Card>
  );
}
