import { Card } from "#components/ui/card";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { compareAmounts } from "#lib/money/amount";
import { formatExact, formatFiat } from "#lib/money/format";
import { type Amount, percentChange, subtractAmounts } from "#lib/money/money";

type Props = { request: ApprovalDetail; live: LiveQuote; currency: string };

/** What differs from what the maker saw. */
export function SinceAsked({ request: { payout, changed }, live: { shown }, currency }: Props) {
  const asked = payout?.naira ?? null;
  return (
    <Card title="Since it was asked">
      <ul className="space-y-2">
        {asked !== null && shown !== undefined && (
          <li>
            <span translate="no" className="block font-medium tabular-nums">
              {asked !== shown.outputAmount && `${formatFiat(asked)} → `}
              {formatFiat(shown.outputAmount)} {currency}
            </span>
            <span className="block text-[0.8125rem]/5 text-muted">
              {movedWords(asked, shown.outputAmount, currency)}
            </span>
          </li>
        )}
        {changed.map((each) => (
          <li key={each} className="font-medium text-warn">
            {each}
          </li>
        ))}
        {changed.length === 0 && (
          <li className="text-[0.8125rem]/5 text-muted">
            Nothing else since then: no newer change of the payee or the rules, and no newer transfer to this
            account.
          </li>
        )}
      </ul>
    </Card>
  );
}

function movedWords(before: Amount, now: Amount, currency: string): string {
  const order = compareAmounts(now, before);
  if (order === 0) return "The recipient gets the same.";
  const [sum, word] =
    order > 0 ? [subtractAmounts(now, before), "more"] : [subtractAmounts(before, now), "less"];
  const percent = percentChange(before, now).replace("-", "") as Amount;
  // What rounds to nothing is told by the sum alone.
  const share = percent === "0.00" ? "" : `, ${formatExact(percent)} %`;
  return `${formatFiat(sum)} ${currency} ${word}${share}`;
}
