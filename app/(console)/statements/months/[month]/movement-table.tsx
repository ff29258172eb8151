import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, cardLabel, RowHead, Table } from "#components/ui/table";
import { Time } from "#components/ui/time";
import type { Movement } from "#lib/features/books/month-answers";
import { kindWords } from "#lib/features/books/server/months/month-columns";
import { formatFiat, formatPadded } from "#lib/money/format";
import { writeMonth } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { receivedSourceWords } from "#lib/words/received/received-words";

type Props = {
  caption: string;
  movements: readonly Movement[];
  /** The month that lists them: what is of an earlier one is marked. */
  month: string;
  timeZone: string;
  /** They are of several kinds. */
  isMixed?: boolean;
  hasNaira?: boolean;
};

const small = `${cardCell} max-xl:text-[0.8125rem]/5`;

/** Each leads to its transfer. */
export function MovementTable({ caption, movements, isMixed = false, hasNaira = false, ...shared }: Props) {
  return (
    <Table caption={caption} className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Recipient</ColumnHead>
          {isMixed && <ColumnHead>What</ColumnHead>}
          <ColumnHead>{isMixed ? "Recorded" : "When"}</ColumnHead>
          <ColumnHead isAmount>Amount</ColumnHead>
          {hasNaira && <ColumnHead isAmount>Estimate, NGN</ColumnHead>}
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {movements.map((movement) => (
          <MovementRow
            key={`${movement.transferId} ${movement.seq} ${movement.kind}`}
            movement={movement}
            isMixed={isMixed}
            hasNaira={hasNaira}
            {...shared}
          />
        ))}
      </tbody>
    </Table>
  );
}

type RowProps = Required<Pick<Props, "month" | "timeZone" | "isMixed" | "hasNaira">> & { movement: Movement };

function MovementRow({ movement, month, timeZone, isMixed, hasNaira }: RowProps) {
  const { transferId, accountName, bankName, accountLastFour, reference, kind, source } = movement;
  return (
    <tr className="border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-3 max-xl:not-first:border-t max-sm:px-4 print:flex-row print:flex-wrap print:gap-x-6 print:py-1.5">
      <RowHead className={`${cardCell} xl:w-2/5 print:basis-full`}>
        <PageLink
          href={`/transfers/${transferId}` as Route}
          translate="no"
          className="text-link foreign-text font-medium"
        >
          {showInvisible(accountName)}
        </PageLink>
        <span translate="no" className="foreign-text block text-[0.8125rem]/5 text-muted">
          {showInvisible(bankName)}, account ending in {showInvisible(accountLastFour)}
          {reference !== null && ` · ${showInvisible(reference)}`}
        </span>
      </RowHead>
      {isMixed && (
        <Cell className={small}>
          {kindWords[kind]}
          {source !== null && (
            <span className="block text-[0.8125rem]/5 text-muted">{receivedSourceWords[source]}</span>
          )}
        </Cell>
      )}
      <Cell className={small}>
        <Time at={movement.at} timeZone={timeZone} className="xl:whitespace-nowrap" />
        {movement.month < month && (
          <span className="block text-[0.8125rem]/5 text-muted">Of {writeMonth(movement.month)}</span>
        )}
      </Cell>
      <Cell isAmount className={`${small} foreign-text max-xl:text-left`}>
        <span className={cardLabel}>Amount </span>
        {formatPadded(movement.amount)} {showInvisible(movement.token)}
      </Cell>
      {hasNaira && (
        <Cell isAmount className={`${small} foreign-text max-xl:text-left`}>
          <span className={cardLabel}>Estimate, NGN </span>
          {movement.naira === null ? "Not known" : formatFiat(movement.naira)}
        </Cell>
      )}
    </tr>
  );
}
