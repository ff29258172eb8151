import type { ReactNode } from "react";
import { Outline } from "#components/chip/mark";
import { drawings, Silhouette } from "#components/chip/silhouette";
import { Card } from "#components/ui/card";
import type { Asset } from "#lib/asset/asset";
import type { Transfer } from "#lib/contract/api";
import { formatCount, formatPadded } from "#lib/money/format";
import { formatDate, formatTime } from "#lib/text/format-time";
import { type ChainWords, chainWords, comparedWords, lastLook } from "#lib/words/deposit/chain-words";
import { ArrivedBar, Confirmations } from "./deposit-bars";
import { Looked } from "./looked";

/** When a network was last read, up to which block, and the server's time now. */
export type Reading = { at: string; block: number | null; now: number };

type Props = {
  transfer: Transfer;
  /** `undefined` when the operator has removed it since. */
  asset: Asset | undefined;
  windowMs: number;
  /** `undefined` where the network is not read. */
  reading: Reading | undefined;
  isNetworkWatched: boolean;
  timeZone: string;
  /** Part of the card that invites the deposit, and not one of its own. */
  isPart?: boolean;
  /** What came, where no card of its own lists it. */
  list?: ReactNode;
};

/** What a node of the network says of the deposit address, beside the service's word and never instead of it. */
export function ChainLine({ transfer, asset, windowMs, isNetworkWatched, isPart = false, ...rest }: Props) {
  const { reading, timeZone, list } = rest;
  const networkName = asset?.networkName ?? transfer.network;
  const { deposit } = transfer;
  const { kind, headline, sentences } = chainWords(transfer, { networkName, windowMs, isNetworkWatched });
  // Who opened it again has asked: the card of the address says what to do.
  const isOpened = transfer.standing.openedBy !== null && deposit.label !== "blind";
  const advice = !isOpened && sentences.length > 0 && sentences.join(" ");
  const looked = { transfer, reading, timeZone };
  if (isPart || kind === "quiet") {
    const line = (
      <Line kind={kind} headline={headline} hint={lookedWords(looked)}>
        {advice && `${advice} `}
        <WhenLooked {...looked} />
      </Line>
    );
    return isPart ? line : <Card aria-label={`On ${networkName}`}>{line}</Card>;
  }
  return (
    <Card aria-label={`On ${networkName}`}>
      <div className="space-y-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
          <Headline kind={kind} transfer={transfer} words={headline} hint={lookedWords(looked)} />
          <p className="pt-0.5 text-xs/5 text-muted">
            <WhenLooked
              {...{ transfer, timeZone }}
              // The line of an open deposit says up to which block.
              reading={reading && { ...reading, block: null }}
              place={headline.includes(networkName) ? undefined : networkName}
            />
          </p>
        </div>
        {deposit.label === "seen" && <SeenAmount transfer={transfer} />}
        {deposit.label === "short" && deposit.amount !== null && (
          <ArrivedBar arrived={deposit.amount} amount={transfer.amount} symbol={transfer.fromCurrency} />
        )}
        <Confirmations deposit={deposit} />
        {advice && (
          <p className="text-[0.8125rem]/5">
            <span className="text-sm font-semibold">{advice}</span>
            <Why transfer={transfer} />
          </p>
        )}
        {list}
      </div>
    </Card>
  );
}

type LineProps = {
  kind: ChainWords["kind"];
  headline: string;
  hint: string | undefined;
  children: ReactNode;
};

/** Where nothing has come: one line. */
function Line({ kind, headline, hint, children }: LineProps) {
  const isWarning = kind === "warn";
  return (
    <p className="flex gap-3 text-[0.8125rem]/5 text-muted [--silhouette-hole:var(--color-surface)]">
      <span className={`grid size-5 shrink-0 place-items-center ${isWarning ? "text-warn" : ""}`}>
        <Silhouette shape={isWarning ? "triangle" : "dashed-ring"} />
      </span>
      <span>
        {isWarning && <span className="sr-only">Warning: </span>}
        <strong title={hint} className="font-semibold text-ink">
          {headline}.
        </strong>{" "}
        {children}
      </span>
    </p>
  );
}

type HeadlineProps = {
  kind: ChainWords["kind"];
  transfer: Transfer;
  words: string;
  hint: string | undefined;
};

/** The card's key sentence, with a mark that tells its kinds apart without colour. */
function Headline({ kind, transfer: { deposit, standing }, words, hint }: HeadlineProps) {
  const isWarning = kind === "warn";
  // No tick beside anything that a person must look at.
  const isWell = standing.reason === null && standing.sources === null;
  const shape = isWarning
    ? "triangle"
    : deposit.label === "seen"
      ? "half-disc"
      : isWell
        ? "tick"
        : "letter-i";
  return (
    <div className="flex min-w-0 gap-3 [--silhouette-hole:var(--color-surface)]">
      <span className={isWarning ? "text-warn" : "text-proc"}>
        <Outline className="mt-0.5 size-5 shrink-0">{drawings[shape]}</Outline>
      </span>
      <span className="sr-only">{isWarning ? "Warning:" : "Note:"}</span>
      <h2 title={hint} className="foreign-text min-w-0 text-base/6">
        {words}
      </h2>
    </div>
  );
}

function SeenAmount({ transfer }: { transfer: Transfer }) {
  const shown = formatPadded(transfer.deposit.amount ?? transfer.amount);
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 font-semibold tracking-tight tabular-nums">
      <span translate="no" className={shown.length > 12 ? "text-xl" : "text-4xl/11 max-sm:text-3xl/11"}>
        {shown}
      </span>
      <span translate="no" className="text-lg font-normal tracking-normal text-muted">
        {transfer.fromCurrency}
      </span>
      <span className="text-[0.8125rem]/5 font-normal tracking-normal text-muted">
        {comparedWords(transfer)}
      </span>
    </p>
  );
}

/** Behind the advice, where it may surprise. */
function Why({ transfer }: { transfer: Transfer }) {
  if (transfer.standing.closedBy !== "arriving") return null;
  return (
    <span className="text-muted"> The address and the QR code are closed because a deposit was seen.</span>
  );
}

type LookedProps = Pick<Props, "transfer" | "reading" | "timeZone"> & {
  /** Where the words beside it don't name it. */
  place?: string | undefined;
};

/** When the address was looked at last. */
function WhenLooked(props: LookedProps) {
  const look = lastLook(props.transfer.deposit, props.reading);
  if (look === undefined) return null;
  if ("endedAt" in look) return `Not looked at since ${formatDate(look.endedAt, props.timeZone)}.`;
  return <Looked at={look.reading.at} drawnAt={look.reading.now} words={lookedWords(props) ?? ""} />;
}

/** `Looked at 14:32:05, up to block 12,345.` */
function lookedWords({ transfer: { deposit }, reading, timeZone, place }: LookedProps): string | undefined {
  const look = lastLook(deposit, reading);
  if (look === undefined || "endedAt" in look) return undefined;
  const { at, block } = look.reading;
  const looked = place === undefined ? "Looked" : `On ${place}, looked`;
  const upTo = block === null ? "" : `, up to block ${formatCount(block)}`;
  return `${looked} at ${formatTime(at, timeZone, { hasSeconds: true })}${upTo}.`;
}
