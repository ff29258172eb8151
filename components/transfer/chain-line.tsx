import type { ReactNode } from "react";
import { Outline } from "#components/chip/mark";
import { drawings } from "#components/chip/silhouette";
import { Card } from "#components/ui/card";
import { ExternalLink } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import { explorerTxUrl } from "#lib/asset/assets";
import type { Transfer } from "#lib/contract/api";
import { formatDate } from "#lib/text/format-time";
import { type ChainWords, chainWords, lookedWords } from "#lib/words/deposit/chain-words";
import { ArrivedBar } from "./arrived-bar";

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
  /** What to do about it, where the service has to be asked. */
  acts?: ReactNode;
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
  acts,
}: Props) {
  const networkName = asset?.networkName ?? transfer.network;
  const { deposit } = transfer;
  const { kind, headline, sentences } = chainWords(transfer, { networkName, windowMs, isNetworkWatched });
  const { watchEndedAt } = deposit;
  const endedAt = watchEndedAt === null ? undefined : formatDate(watchEndedAt, timeZone);
  const looked = lookedWords(deposit, { readAt, endedAt });
  const whenLooked = looked !== undefined && (
    <p className="text-xs text-muted">The network says this, not the service. {looked}</p>
  );
  const advice = sentences.length > 0 && sentences.join(" ");
  if (isPart)
    return (
      <div className="space-y-1">
        {kind === "quiet" ? (
          <p>{headline}.</p>
        ) : (
          <Headline kind={kind} label={deposit.label} words={headline} />
        )}
        {advice && <p className="text-[0.8125rem]/5 text-muted">{advice}</p>}
        {whenLooked}
      </div>
    );
  return (
    <Card title={kind === "quiet" ? `On ${networkName}` : undefined} aria-label={`On ${networkName}`}>
      <div className="space-y-3">
        {kind === "quiet" ? (
          <p>{headline}.</p>
        ) : (
          <Headline kind={kind} label={deposit.label} words={headline} />
        )}
        {deposit.label === "short" && deposit.amount !== null && (
          <ArrivedBar arrived={deposit.amount} amount={transfer.amount} symbol={transfer.fromCurrency} />
        )}
        <Confirmations deposit={deposit} />
        {advice && (
          <p className={kind === "quiet" ? "text-[0.8125rem]/5 text-muted" : "font-medium"}>{advice}</p>
        )}
        {acts}
        <Transactions transfer={transfer} asset={asset} />
        {whenLooked}
      </div>
    </Card>
  );
}

type HeadlineProps = { kind: ChainWords["kind"]; label: Transfer["deposit"]["label"]; words: string };

/** The card's key sentence, with a mark that tells its kinds apart without colour. */
function Headline({ kind, label, words }: HeadlineProps) {
  const isWarning = kind === "warn";
  const shape = isWarning ? "triangle" : label === "seen" ? "half-disc" : "tick";
  return (
    <div className="flex gap-3 [--silhouette-hole:var(--color-surface)]">
      <span className={isWarning ? "text-warn" : "text-proc"}>
        <Outline className="mt-0.5 size-5 shrink-0">{drawings[shape]}</Outline>
      </span>
      <span className="sr-only">{isWarning ? "Warning:" : "Note:"}</span>
      <h2 className="foreign-text min-w-0 text-base/6">{words}</h2>
    </div>
  );
}

function Confirmations({ deposit: { confirmations } }: Pick<Transfer, "deposit">) {
  if (confirmations === null) return null;
  const { has, needs } = confirmations;
  const isBar = needs > mostSegments;
  const count = isBar ? 1 : needs;
  const share = 100 / count;
  const places = Array.from({ length: count }, (_, at) => at * share);
  return (
    <svg aria-hidden="true" className="block h-2 w-full text-proc print:hidden">
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
    <ul className="space-y-1">
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
