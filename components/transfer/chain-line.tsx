import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import { ExternalLink } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import { explorerTxUrl } from "#lib/asset/assets";
import type { Transfer } from "#lib/contract/api";
import { formatDate } from "#lib/text/format-time";
import { chainWords, lookedWords } from "#lib/words/deposit/chain-words";

/** Above so many, a bar says it better than segments. */
const mostSegments = 12;

type Props = {
  transfer: Transfer;
  /** `undefined` when the operator has removed it since. */
  asset: Asset | undefined;
  windowMs: number;
  /** When the network was last read, as people read it; `undefined` where it is not. */
  readAt: string | undefined;
  isNetworkWatched: boolean;
  timeZone: string;
  /** Part of the card that invites the deposit, and not one of its own. */
  isPart?: boolean;
};

/** What a node of the network says of the deposit address, beside the service's word and never instead of it. */
export function ChainLine({
  transfer,
  asset,
  windowMs,
  readAt,
  isNetworkWatched,
  timeZone,
  isPart = false,
}: Props) {
  const networkName = asset?.networkName ?? transfer.network;
  const { kind, headline, sentences } = chainWords(transfer, { networkName, windowMs, isNetworkWatched });
  const { watchEndedAt } = transfer.deposit;
  const endedAt = watchEndedAt === null ? undefined : formatDate(watchEndedAt, timeZone);
  const looked = lookedWords(transfer.deposit, { readAt, endedAt });
  const details = (
    <>
      {sentences.length > 0 && <p>{sentences.join(" ")}</p>}
      <Confirmations deposit={transfer.deposit} />
      <Transactions transfer={transfer} asset={asset} />
    </>
  );
  const line = (
    <>
      {kind === "quiet" ? (
        <div className="space-y-1">
          <p>{headline}.</p>
          <div className="text-[0.8125rem]/5 text-muted">{details}</div>
        </div>
      ) : (
        <Notice kind={kind} title={`${headline}.`}>
          {details}
        </Notice>
      )}
      {looked !== undefined && (
        <p className="mt-2 text-xs text-muted">The network says this, not the service. {looked}</p>
      )}
    </>
  );
  return isPart ? <div>{line}</div> : <Card title={`On ${networkName}`}>{line}</Card>;
}

function Confirmations({ deposit: { confirmations } }: Pick<Transfer, "deposit">) {
  if (confirmations === null) return null;
  const { has, needs } = confirmations;
  const isBar = needs > mostSegments;
  const count = isBar ? 1 : needs;
  const share = 100 / count;
  const places = Array.from({ length: count }, (_, at) => at * share);
  return (
    <svg aria-hidden="true" className="mt-2 block h-2 w-full print:hidden">
      {places.map((place, at) => (
        <g key={place}>
          <rect
            x={`${place + 0.5}%`}
            y="0.5"
            width={`${share - 1}%`}
            height="7"
            rx="3"
            fill="none"
            stroke="currentColor"
          />
          {(isBar || at < has) && (
            <rect
              x={`${place + 0.5}%`}
              width={`${(share - 1) * (isBar ? has / needs : 1)}%`}
              height="8"
              rx="3"
              fill="currentColor"
            />
          )}
        </g>
      ))}
    </svg>
  );
}

function Transactions({ transfer: { deposit }, asset }: Pick<Props, "transfer" | "asset">) {
  if (deposit.transactions.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1">
      {deposit.transactions.map((tx) => {
        const url = asset === undefined ? undefined : explorerTxUrl(asset, tx);
        const short = `${tx.slice(0, 10)}…${tx.slice(-6)}`;
        return (
          <li key={tx} className="text-[0.8125rem]/5">
            <span className="sr-only">Transaction </span>
            {url === undefined ? (
              <span className="font-mono">{short}</span>
            ) : (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="text-link inline-flex items-center gap-1"
              >
                <span className="font-mono">{short}</span>
                <ExternalLink aria-hidden className="size-3.5" />
                <span className="sr-only">in the block explorer (opens a new tab)</span>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
