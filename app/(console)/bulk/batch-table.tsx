import type { Route } from "next";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, cardLabel, RowHead, Table } from "#components/ui/table";
import { Ago } from "#components/ui/time";
import type { BatchItem } from "#lib/features/bulk/batches/batch-answers";
import { listWords } from "#lib/features/bulk/batches/batch-words";
import { formatMoment, formatUtc } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { BatchChip } from "./batch-chip";

type Shared = {
  /** In milliseconds since 1970. */
  now: number;
  timeZone: string;
};

/** On a narrow screen each row becomes a card. */
export function BatchTable({ batches, ...shared }: Shared & { batches: readonly BatchItem[] }) {
  return (
    <Table caption="Batches, newest first" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Name</ColumnHead>
          <ColumnHead>State</ColumnHead>
          <ColumnHead>Rows</ColumnHead>
          <ColumnHead>Added by</ColumnHead>
          <ColumnHead>When</ColumnHead>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {batches.map((batch) => (
          <Row key={batch.id} batch={batch} {...shared} />
        ))}
      </tbody>
    </Table>
  );
}

const small = `${cardCell} max-xl:text-[0.8125rem]/5`;

function Row({ batch, now, timeZone }: Shared & { batch: BatchItem }) {
  const { id, name, createdAt, createdBy } = batch;
  return (
    <tr className="border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-4 max-xl:not-first:border-t max-sm:px-4">
      <RowHead className={`${cardCell} xl:w-1/3`}>
        <PageLink href={`/bulk/${id}` as Route} translate="no" className="text-link foreign-text font-medium">
          {showInvisible(name)}
        </PageLink>
      </RowHead>
      <Cell className={small}>
        <BatchChip batch={batch} />
      </Cell>
      <Cell className={small}>{listWords(batch)}</Cell>
      <Cell className={small}>
        <span className={cardLabel}>Added by </span>
        <span translate="no" className="foreign-text">
          {createdBy === null ? "Somebody" : showInvisible(createdBy)}
        </span>
      </Cell>
      <Cell className={`${small} xl:whitespace-nowrap`}>
        <time translate="no" dateTime={createdAt} title={formatUtc(createdAt)}>
          {formatMoment(createdAt, now, timeZone)}
        </time>{" "}
        <span className="text-muted xl:block xl:text-[0.8125rem]/5">
          <Ago at={createdAt} now={now} />
        </span>
      </Cell>
    </tr>
  );
}
