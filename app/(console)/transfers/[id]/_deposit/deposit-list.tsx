import { CopyButton } from "#components/ui/copy-button";
import { ExternalLink } from "#components/ui/icon";
import { Time } from "#components/ui/time";
import type { Asset } from "#lib/asset/asset";
import { explorerTxUrl } from "#lib/asset/assets";
import { formatCount, formatPadded } from "#lib/money/format";
import { type ListedDeposit, largestDeposits } from "#lib/server/standing/deposit-facts";
import { mostListed } from "#lib/words/advice/advice-facts";

type Props = { deposits: readonly ListedDeposit[]; asset: Asset | undefined; timeZone: string };

/** What came to any address of the transfer, one a row. What isn’t as asked says so. */
export function DepositList({ deposits, asset, timeZone }: Props) {
  const more = deposits.length - mostListed;
  return (
    <ul className="divide-y divide-line text-[0.8125rem]/5">
      {largestDeposits(deposits, mostListed).map(
        ({ tx, amount, symbol, from, at, to, isElsewhere, isOtherToken }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may pay twice, and the list is drawn whole.
          <li key={place} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-2.5 first:pt-1 last:pb-1">
            <span translate="no" className="font-semibold tabular-nums">
              {formatPadded(amount)} {symbol}
            </span>
            <span className="text-muted">
              from <span translate="no" className="font-mono">{`${from.slice(0, 6)}…${from.slice(-4)}`}</span>
            </span>
            <span className="flex items-center gap-1 text-muted sm:ml-auto">
              in <Transaction tx={tx} asset={asset} />
            </span>
            <Time at={at} timeZone={timeZone} className="text-muted" />
            {isOtherToken && (
              <span className="w-full font-semibold text-fail">Another token than the transfer’s.</span>
            )}
            {isElsewhere && (
              <span className="w-full">
                <span className="font-semibold text-fail">Not at the deposit address.</span> It went to{" "}
                <span translate="no" className="font-mono wrap-anywhere">
                  {to}
                </span>
              </span>
            )}
          </li>
        ),
      )}
      {more > 0 && <li className="py-2.5 text-muted">And {formatCount(more)} more, in the timeline.</li>}
    </ul>
  );
}

/** Short for the eye; whole in the explorer, on paper and when it is copied. */
function Transaction({ tx, asset }: { tx: string; asset: Asset | undefined }) {
  const url = asset === undefined ? undefined : explorerTxUrl(asset, tx);
  const short = <span className="font-mono">{`${tx.slice(0, 6)}…${tx.slice(-4)}`}</span>;
  return (
    <span className="-my-1.5 -mr-2 inline-flex items-center gap-1 print:m-0 print:inline">
      <span className="sr-only">Transaction </span>
      <span className="hidden font-mono wrap-anywhere print:inline">{tx}</span>
      {url === undefined ? (
        <span className="print:hidden">{short}</span>
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer" className="link-button print:hidden">
          {short}
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only">in the block explorer (opens a new tab)</span>
        </a>
      )}
      <CopyButton variant="icon" text={tx}>
        Copy transaction hash
      </CopyButton>
    </span>
  );
}
