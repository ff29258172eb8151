import { Chip } from "#components/chip/chip";
import type { TransferWithEvents } from "#lib/contract/api";
import { formatFiat, formatPadded } from "#lib/money/format";
import { writeDay } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { expectedOf } from "#lib/transfer/received";
import {
  paidOutWords,
  rateThatCameOut,
  receivedDifference,
  receivedSourceWords,
} from "#lib/words/received/received-words";
import { ZonedTime } from "../zoned-time";
import { ReceivedActs } from "./received-acts";
import { isRecordable } from "./recordable";

type Props = {
  transfer: TransferWithEvents;
  timeZone: string;
  /** The card leads with the service's figure already: it is repeated only to be held against a record. */
  hasFigure?: boolean;
};

/** What the recipient got, which no service can say: by whom it is said, and what is amiss. The foot of a card. */
export function ReceivedRow({ transfer, timeZone, hasFigure = false }: Props) {
  const { id, received, paidOut, accountName, acceptedOutput, quote, currency } = transfer;
  const canRecord = isRecordable(transfer);
  const besides = hasFigure && received.length === 0 ? null : paidOut;
  if (received.length === 0 && besides === null && !canRecord) return null;
  const ownRecord = received.find(({ source }) => source === "payee_said")?.events.at(-1);
  return (
    <section
      aria-labelledby="received"
      className="border-t border-line px-card py-3 first:border-t-0 print:hidden"
    >
      <ReceivedActs
        id={id}
        currency={currency}
        expected={expectedOf(acceptedOutput, quote?.outputAmount ?? null)}
        paidOut={paidOut?.amount ?? null}
        canRecord={canRecord}
        event={ownRecord ?? null}
      >
        <div className="min-w-0 flex-[1_1_14rem] text-[0.8125rem]/5 text-muted">
          <h2 id="received" className="inline text-[0.8125rem]/5 font-medium text-ink">
            Received
          </h2>{" "}
          {received.length === 0 && <span className="foreign-text">Did {accountName} get it?</span>}
          {received.map((said) => (
            <Said key={said.source} said={said} transfer={transfer} timeZone={timeZone} />
          ))}
          {besides !== null && <PaidOut paidOut={besides} transfer={transfer} timeZone={timeZone} />}
        </div>
      </ReceivedActs>
    </section>
  );
}

type PaidOutProps = Props & { paidOut: NonNullable<TransferWithEvents["paidOut"]> };

/** The service's own figure: a report like any other, and nobody's word that it arrived. */
function PaidOut({ paidOut: { amount, difference, at }, transfer, timeZone }: PaidOutProps) {
  const apart = receivedDifference({ difference }, transfer.currency);
  const rate = rateThatCameOut(amount, transfer.deposit.amount ?? transfer.amount);
  return (
    <div className="mt-1">
      <Chip shape="dot" tone="wait">
        {paidOutWords}
      </Chip>
      <p className="mt-1 wrap-anywhere text-ink">
        <span translate="no" className="font-semibold tabular-nums">
          {formatFiat(amount)}
        </span>{" "}
        {transfer.currency}
      </p>
      {apart !== undefined && <p>{`${apart}.`}</p>}
      <RateThatCameOut rate={rate} transfer={transfer} />
      <p>
        Reported <ZonedTime at={at} timeZone={timeZone} />. It doesn’t say that it arrived.
      </p>
    </div>
  );
}

type RateProps = Pick<Props, "transfer"> & { rate: ReturnType<typeof rateThatCameOut> };

function RateThatCameOut({ rate, transfer: { currency, fromCurrency } }: RateProps) {
  if (rate === undefined) return null;
  return <p>{`Rate that came out: ${formatPadded(rate)} ${currency} for 1 ${fromCurrency}.`}</p>;
}

function Said({ said, transfer, timeZone }: Props & { said: TransferWithEvents["received"][number] }) {
  const { source, amount, day, difference, recordedAt } = said;
  const { currency, deposit } = transfer;
  const isWell = difference === null || said.reason !== null || /^-?0(\.0+)?$/.test(difference);
  const rate = rateThatCameOut(amount, deposit.amount ?? transfer.amount);
  const by = transfer.evidence.find(({ seq }) => seq === said.events.at(-1));
  const apart = receivedDifference(said, currency);
  return (
    <div className="mt-1">
      <Chip shape={isWell ? "tick" : "two-arrows"} tone={isWell ? "ok" : "warn"}>
        {receivedSourceWords[source]}
      </Chip>
      <p className="mt-1 wrap-anywhere text-ink">
        <span translate="no" className="font-semibold tabular-nums">
          {formatFiat(amount)}
        </span>{" "}
        {currency} on {writeDay(day)}
      </p>
      {apart !== undefined && <p className={isWell ? undefined : "text-warn"}>{`${apart}.`}</p>}
      <RateThatCameOut rate={rate} transfer={transfer} />
      <p className="foreign-text">
        {by?.text != null && `“${showInvisible(by.text)}” `}
        Recorded{by?.person != null && ` by ${showInvisible(by.person)}`},{" "}
        <ZonedTime at={recordedAt} timeZone={timeZone} />. The service didn’t confirm it.
      </p>
    </div>
  );
}
