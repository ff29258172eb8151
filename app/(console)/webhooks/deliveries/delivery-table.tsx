import type { Route } from "next";
import { Chip } from "#components/chip/chip";
import type { Tone } from "#components/chip/marked-chip";
import type { Shape } from "#components/chip/silhouette";
import { Disclosure } from "#components/ui/disclosure";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, cardLabel, Table } from "#components/ui/table";
import { Time } from "#components/ui/time";
import type { DeliveryState } from "#lib/features/telling/delivery-states";
import { clock } from "#lib/features/telling/endpoint-state";
import { deliveryStateWords, resultWords } from "#lib/features/telling/result-words";
import type { Delivery, DeliveryListInput } from "#lib/features/telling/webhooks";
import { formatCount } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { nameOfKind } from "#lib/words/outbox/kind-words";
import { mailResultWords } from "#lib/words/outbox/mail-faults";
import { deliveriesHref } from "./delivery-query";
import { SendAgain } from "./send-again";

type Props = {
  deliveries: readonly Delivery[];
  now: number;
  timeZone: string;
  filters: DeliveryListInput;
};

/** On a narrow screen each row becomes a card. */
export function DeliveryTable({ deliveries, ...rest }: Props) {
  return (
    <Table caption="Deliveries, newest first" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Time</ColumnHead>
          <ColumnHead>Kind</ColumnHead>
          <ColumnHead>Transfer</ColumnHead>
          <ColumnHead>Receiver</ColumnHead>
          <ColumnHead isAmount>Tries</ColumnHead>
          <ColumnHead>Result</ColumnHead>
          <ColumnHead>
            <span className="sr-only">Actions</span>
          </ColumnHead>
        </tr>
      </thead>
      <tbody className="max-xl:block max-xl:divide-y max-xl:divide-line">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} {...rest} />
        ))}
      </tbody>
    </Table>
  );
}

const looks: Record<DeliveryState, { shape: Shape; tone: Tone }> = {
  waiting: { shape: "dashed-ring", tone: "wait" },
  delivered: { shape: "tick", tone: "ok" },
  given_up: { shape: "octagon", tone: "fail" },
  withdrawn: { shape: "barred-ring", tone: "wait" },
};

const link = "text-link foreign-text";

type RowProps = Omit<Props, "deliveries"> & { delivery: Delivery };

function DeliveryRow({ delivery, now, timeZone, filters }: RowProps) {
  const { id, kind, transferId, endpointId, receiver, isReceiverGone, state, createdAt, attempts } = delivery;
  const name = receiver === null ? "Nobody" : showInvisible(receiver);
  return (
    <tr className="max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-3">
      <Cell className={`${cardCell} max-xl:text-xs max-xl:text-muted`}>
        <Time at={createdAt} timeZone={timeZone} hasSeconds className="block whitespace-nowrap" />
      </Cell>
      <Cell className={`${cardCell} font-medium xl:w-36`}>{nameOfKind(kind)}</Cell>
      <Cell className={`${cardCell} max-xl:text-[0.8125rem]/5`}>
        <span className={cardLabel}>Transfer </span>
        {transferId === null ? (
          <span className="text-muted">none</span>
        ) : (
          <PageLink
            href={`/transfers/${encodeURIComponent(transferId)}` as Route}
            className={`${link} font-mono text-xs whitespace-nowrap`}
          >
            {showInvisible(transferId.slice(0, 8))}
          </PageLink>
        )}
      </Cell>
      <Cell className={`${cardCell} max-xl:text-[0.8125rem]/5 xl:w-1/5`}>
        <span className={cardLabel}>To </span>
        {endpointId === null ? (
          <span translate="no" className="foreign-text">
            {name}
          </span>
        ) : (
          <PageLink
            href={deliveriesHref({ state: filters.state, endpoint: endpointId })}
            className={`${link} line-clamp-2`}
            title={name}
          >
            {name}
          </PageLink>
        )}
        {isReceiverGone && <span className="text-muted"> (removed)</span>}
      </Cell>
      <Cell className={`${cardCell} tabular-nums max-xl:text-[0.8125rem]/5 xl:text-right`}>
        <span className={cardLabel}>Tries </span>
        {attempts}
      </Cell>
      <Cell className={`${cardCell} xl:w-3/10`}>
        <Chip {...looks[state]}>{resultOf(delivery, { now, timeZone })}</Chip>
        <Disclosure
          summary={
            <>
              Details<span className="sr-only"> of {id}</span>
            </>
          }
          className="mt-1 print:hidden"
        >
          <Tries delivery={delivery} timeZone={timeZone} />
        </Disclosure>
      </Cell>
      <Cell className={`${cardCell} max-xl:pt-1 xl:text-right`}>
        {endpointId !== null && !isReceiverGone && state !== "waiting" && (
          <SendAgain id={id} what={`${nameOfKind(kind)} to ${name}`} />
        )}
      </Cell>
    </tr>
  );
}

function resultOf(
  { state, channel, lastResult, dueAt, attempts }: Delivery,
  seen: { now: number; timeZone: string },
): string {
  const result = wordsOf(channel)(lastResult);
  const words = result === undefined ? deliveryStateWords[state] : `${deliveryStateWords[state]}: ${result}`;
  return attempts === 0 || dueAt === null ? words : `${words}, next try ${clock(dueAt, seen)}`;
}

function wordsOf(channel: Delivery["channel"]): typeof resultWords {
  return channel === "mail" ? mailResultWords : resultWords;
}

/** The status, and beside it what else was wrong. */
function endOf(channel: Delivery["channel"], status: number | null, code: string | null): string {
  const words = wordsOf(channel)(code);
  const known = [status, words].filter((part) => part !== null && part !== undefined);
  return known.length === 0 ? (channel === "mail" ? "sent" : "no result") : known.join(", ");
}

function Tries({
  delivery: { id, channel, tries, attempts },
  timeZone,
}: {
  delivery: Delivery;
  timeZone: string;
}) {
  return (
    <div className="space-y-1 text-xs">
      <p className="font-mono wrap-anywhere text-muted">{id}</p>
      {tries.length === 0 ? (
        <p>No try has ended yet.</p>
      ) : (
        <ol className="space-y-1">
          {tries.map(({ at, ms, status, code }) => (
            <li key={`${at}${ms}`} className="flex flex-wrap gap-x-2">
              <Time at={at} timeZone={timeZone} hasSeconds />
              <span className="font-medium">{endOf(channel, status, code)}</span>
              <span className="text-muted">{formatCount(ms)} ms</span>
            </li>
          ))}
        </ol>
      )}
      {attempts > tries.length && tries.length >= 20 && (
        <p className="text-muted">The newest 20 are shown.</p>
      )}
    </div>
  );
}
