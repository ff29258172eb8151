import type { ReactNode } from "react";
import { Address } from "#components/transfer/address";
import type { Reading } from "#components/transfer/chain-line";
import { ExplorerLink } from "#components/transfer/explorer-link";
import { CopyButton } from "#components/ui/copy-button";
import type { Asset } from "#lib/asset/asset";
import type { TransferWithEvents } from "#lib/contract/api";
import { formatPadded } from "#lib/money/format";
import type { ListedDeposit } from "#lib/server/standing/deposit-facts";
import { formatMoment, formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { attentionWords } from "#lib/words/attention-words";
import { type ChainWords, confirmationWords, lastLook } from "#lib/words/deposit/chain-words";
import { wordsSaid } from "#lib/words/trouble/said";
import type { Trouble } from "#lib/words/trouble/trouble";
import { taughtSentence } from "#lib/words/words";
import { DepositList } from "../_deposit/deposit-list";
import { taughtOf } from "../_timeline/event-news";
import { FoldRow } from "./fold-row";

export function QuestionRow({ text }: { text: string }) {
  const lines = text.split("\n");
  return (
    <FoldRow term="The question" glance={<span className="font-medium">{`“${lines.at(-1)}”`}</span>}>
      <p className="foreign-text whitespace-pre-line">{text}</p>
    </FoldRow>
  );
}

type SaidProps = { transfer: TransferWithEvents; timeZone: string };

/** Each word that stands, with its time. */
export function SaidRow({ transfer, timeZone }: SaidProps) {
  const said = wordsSaid(transfer);
  if (said.length === 0)
    return (
      <FoldRow term="The service said" glance={<span className="text-muted">nothing yet</span>}>
        <p className="text-muted">No status update of it has come.</p>
      </FoldRow>
    );
  const last = said.slice(-2);
  const now = Date.now();
  return (
    <FoldRow
      term="The service said"
      glance={last.map(({ seq, text, at }, place) => (
        <span key={seq}>
          {place > 0 && ", then "}
          <span className="font-medium">{showInvisible(text ?? "")}</span>{" "}
          <span className="text-muted">{formatMoment(at, now, timeZone)}</span>
        </span>
      ))}
    >
      <ol className="space-y-1">
        {said.map((event) => {
          const taught = taughtOf(event, transfer.taughtWords);
          return (
            <li key={event.seq} className="foreign-text">
              <span className="font-medium">{showInvisible(event.text ?? "")}</span>
              {event.arrived !== null && ` with an amount of ${formatPadded(event.arrived)}`}
              <span className="text-muted">
                {" "}
                · its update, {formatTime(event.at, timeZone, { hasSeconds: true })}
                {taught !== undefined && ` · ${taughtSentence(taught)}`}
              </span>
            </li>
          );
        })}
      </ol>
      <a href="#timeline" className="text-link">
        The whole message is in the timeline
      </a>
    </FoldRow>
  );
}

type NetworkProps = {
  transfer: TransferWithEvents;
  asset: Asset | undefined;
  networkName: string;
  timeZone: string;
  words: ChainWords;
  deposits: readonly ListedDeposit[];
  reading: Reading | undefined;
};

/** What the network shows, at a glance and with each deposit. */
export function NetworkRow({
  transfer,
  asset,
  networkName,
  timeZone,
  words,
  deposits,
  reading,
}: NetworkProps) {
  const { deposit } = transfer;
  const look = lastLook(deposit, reading);
  return (
    <FoldRow term={`On ${networkName}`} glance={networkGlance(transfer, words, deposits)}>
      {words.sentences.length > 0 && <p>{words.sentences.join(" ")}</p>}
      {deposits.length > 0 ? <DepositList {...{ deposits, asset, timeZone }} /> : <p>{words.headline}.</p>}
      {look !== undefined && (
        <p className="text-muted">
          {"endedAt" in look
            ? `Not looked at since ${formatTime(look.endedAt, timeZone)}.`
            : `Looked ${formatTime(look.reading.at, timeZone, { hasSeconds: true })}.`}
        </p>
      )}
    </FoldRow>
  );
}

function networkGlance(
  { deposit, fromCurrency }: TransferWithEvents,
  words: ChainWords,
  deposits: readonly ListedDeposit[],
): ReactNode {
  if (deposits.length === 0 || deposit.amount === null) return words.headline;
  const count = deposits.length === 1 ? "1 deposit" : `${deposits.length} deposits`;
  return (
    <>
      <span className="font-medium">
        {formatPadded(deposit.amount)} {fromCurrency}
      </span>{" "}
      <span className="text-muted">
        {count}
        {deposit.label !== "gone" && deposit.confirmations !== null && `, ${confirmationWords(deposit)}`}
      </span>
    </>
  );
}

type AddressProps = { address: string; asset: Asset | undefined; networkName: string };

/** Only for our own people, to look and to ask. */
export function AddressRow({ address, asset, networkName }: AddressProps) {
  return (
    <FoldRow
      term="The address"
      glance={<span className="text-muted">closed: no QR code, no wallet, no link</span>}
    >
      <p className="font-medium">Don’t send to it now.</p>
      <p className="text-muted">Deposit address on {networkName}</p>
      <Address address={address} className="text-[0.8125rem]/6" />
      <ExplorerLink asset={asset} address={address} />
    </FoldRow>
  );
}

/** The service and the network say the same. */
const alike: Partial<Record<AttentionReason, AttentionReason>> = {
  deposit_short: "chain_short",
  deposit_over: "chain_over",
};

type AlsoProps = { transfer: TransferWithEvents; trouble: Trouble };

/** What else a person must know of it. */
export function AlsoRow({ transfer: { attention }, trouble }: AlsoProps) {
  const told = [trouble.reason, alike[trouble.reason]];
  const others = attention.filter((reason) => !told.includes(reason));
  if (others.length === 0) return null;
  return (
    <FoldRow term="Also" glance={others.map((reason) => attentionWords[reason].title).join(" · ")}>
      {others.map((reason) => (
        <div key={reason}>
          <p className="font-medium">{attentionWords[reason].title}</p>
          <p className="text-muted">{attentionWords[reason].body}</p>
        </div>
      ))}
    </FoldRow>
  );
}

export function CopyQuestion({ text }: { text: string }) {
  return (
    <CopyButton text={text} variant="primary" size="small">
      Copy the question to the service
    </CopyButton>
  );
}
