import type { ReactNode } from "react";
import { type Control, useWatch } from "react-hook-form";
import { Card } from "#components/ui/card";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { LiveQuote } from "#lib/browser/live-quote";
import type { Bank } from "#lib/contract/api";
import { formatExact, formatFiat, lastFour } from "#lib/money/format";
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
  children: ReactNode;
};

const none = <span className="font-normal text-muted">Not entered</span>;

export function TransferAside({ control, amount, asset, bank, assets, live, children }: Props) {
  const { shown, isCurrent, isDead } = live;
  const token = findAsset(assets, asset);
  const isPlain = /^\d+(\.\d+)?$/.test(amount);
  return (
    <Card title="Summary" className="lg:sticky lg:top-6">
      <SummaryList>
        <SummaryRow term="You send">
          {isPlain ? `${formatExact(amount as Amount)} ${token?.fromCurrency}` : none}
        </SummaryRow>
        <SummaryRow term="Network">{token?.networkName}</SummaryRow>
        <SummaryRow term="Recipient gets (est.)">
          {shown === undefined ? (
            <span className="font-normal text-muted">Not known yet</span>
          ) : (
            <span className={classNames((!isCurrent || isDead) && "text-subtle line-through")}>
              {formatFiat(shown.outputAmount)} {shown.currency}
            </span>
          )}
        </SummaryRow>
        <SummaryRow term="To">
          {bank === null ? none : bank.name}
          <AccountEnd control={control} />
        </SummaryRow>
      </SummaryList>
      {children}
    </Card>
  );
}

function AccountEnd({ control }: Pick<Props, "control">) {
  const accountNumber = useWatch({ control, name: "accountNumber" });
  if (accountNumber === "") return null;
  return <span className="block font-mono text-[0.8125rem]">ending in {lastFour(accountNumber)}</span>;
}
