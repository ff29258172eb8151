import { useMutation } from "@tanstack/react-query";
import type { Route } from "next";
import { useEffect, useRef } from "react";
import { Chip } from "#components/chip/chip";
import { Trouble } from "#components/notice/trouble";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { Download } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import { Cell, ColumnHead, cardCell, cardLabel, RowHead, Table } from "#components/ui/table";
import { shortBankName } from "#lib/bank/short-bank-name";
import { serveKeys } from "#lib/browser/table-rows";
import type { BatchRow } from "#lib/features/bulk/batches/batch-answers";
import { rowLooks } from "#lib/features/bulk/batches/batch-words";
import { formatFiat, formatPadded, lastFour } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { statusLooks } from "#lib/words/status-looks";
import { chipWords, statusWords } from "#lib/words/words";
import { download } from "../../download-call";
import { symbolOf } from "../../tokens";
import { Pager } from "../pager";
import type { ProgressProps } from "../shared";
import type { Show } from "../use-batch";

const filters: readonly { show: Show; words: string }[] = [
  { show: "all", words: "All" },
  { show: "trouble", words: "Needs somebody" },
  { show: "open", words: "To go" },
  { show: "left_out", words: "Left out" },
];

/** What needs a person first; each leads to its transfer. */
export function MadeRows(props: ProgressProps) {
  const { batch, acts } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current === null ? undefined : serveKeys(box.current)), []);
  return (
    <Card isFlush title="Rows" action={<Acts {...props} />}>
      <fieldset className="flex min-w-0 gap-1.5 overflow-x-auto px-card pt-1 pb-3">
        <legend className="sr-only">Which rows are shown</legend>
        {filters.map(({ show, words }) => (
          <button
            key={show}
            type="button"
            className="pill"
            aria-current={acts.page.show === show ? "true" : undefined}
            onClick={() => void acts.load({ from: 0, show })}
          >
            {words}
          </button>
        ))}
      </fieldset>
      <div ref={box} data-rows id="made-rows" tabIndex={-1} className="outline-none">
        {batch.rows.length === 0 ? (
          <p className="border-t border-line px-card py-6 text-muted">No row is like this.</p>
        ) : (
          <Table caption="Rows of the batch, what needs somebody first" className="max-xl:block">
            <thead className="max-xl:sr-only">
              <tr>
                <ColumnHead>Line</ColumnHead>
                <ColumnHead>Name</ColumnHead>
                <ColumnHead>Account</ColumnHead>
                <ColumnHead isAmount>Amount</ColumnHead>
                <ColumnHead>Status</ColumnHead>
                <ColumnHead>
                  <span className="sr-only">What to know</span>
                </ColumnHead>
              </tr>
            </thead>
            <tbody className="max-xl:block">
              {batch.rows.map((row) => (
                <MadeRow key={row.n} row={row} {...props} />
              ))}
            </tbody>
          </Table>
        )}
      </div>
      <Pager acts={acts} />
    </Card>
  );
}

/** The list of transfers has their columns, filters, sums and export. */
function Acts({ batch: { id, counts }, can }: ProgressProps) {
  const made = counts.created + counts.waiting + counts.unknown + counts.refused;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {made > 0 && (
        <ButtonLink size="small" href={`/transfers?batch=${id}` as Route}>
          See its transfers
        </ButtonLink>
      )}
      {can.export && <ResultButtons id={id} />}
    </div>
  );
}

const small = `${cardCell} max-xl:text-[0.8125rem]/5`;

function MadeRow({ row, tokens, acts, can, onReload }: ProgressProps & { row: BatchRow }) {
  const name = showInvisible(row.accountName) || "No name";
  const asset = symbolOf(tokens, row.asset);
  const amount = row.transfer?.amount ?? row.amount;
  async function leave(isLeftOut: boolean) {
    await acts.changeRow(row.n, { isLeftOut });
    await onReload();
    // Its button is gone.
    if (document.activeElement === document.body) document.getElementById("made-rows")?.focus();
  }
  return (
    <tr className="border-line max-xl:flex max-xl:flex-col max-xl:gap-y-1 max-xl:px-5 max-xl:py-3 max-xl:not-first:border-t max-sm:px-4">
      <Cell className={`${small} text-muted tabular-nums`}>
        <span className="xl:sr-only">Line </span>
        {row.n}
      </Cell>
      <RowHead className={`${cardCell} xl:w-1/4`}>
        {row.transfer === null ? (
          <span translate="no" className="foreign-text font-medium">
            {name}
          </span>
        ) : (
          <PageLink
            href={`/transfers/${row.transfer.id}` as Route}
            translate="no"
            className="text-link foreign-text font-medium"
          >
            {name}
          </PageLink>
        )}
      </RowHead>
      <Cell className={`${small} xl:whitespace-nowrap`}>
        <span className={cardLabel}>Account </span>
        <span translate="no" className="foreign-text">
          {row.bank === null ? "No bank" : shortBankName(showInvisible(row.bank.name))}
        </span>{" "}
        <span className="whitespace-nowrap tabular-nums">
          <span className="sr-only">account ending in </span>
          <span aria-hidden="true">••</span> {lastFour(row.accountNumber)}
        </span>
      </Cell>
      <Cell isAmount className={`${small} whitespace-nowrap max-xl:text-left`}>
        {amount !== null && (
          <>
            {formatPadded(amount)} <span className="text-xs text-muted">{asset}</span>
          </>
        )}
        {row.naira !== null && (
          <span className={amount === null ? "" : "block text-xs/4 text-muted"}>
            {formatFiat(row.naira)} NGN
          </span>
        )}
      </Cell>
      <Cell className={`${small} xl:whitespace-nowrap`}>
        <RowChip row={row} />
      </Cell>
      <Cell className={`${small} text-[0.8125rem]/5 text-muted`}>
        {row.transfer !== null && row.transfer.reason !== null && (
          <span className="foreign-text">{showInvisible(row.transfer.reason)}</span>
        )}
        {row.transfer === null && can.create && row.state === "ready" && (
          <Button
            size="small"
            variant="quiet"
            className="xl:-my-1.5"
            aria-label={`Leave out line ${row.n}`}
            onClick={() => void leave(true)}
          >
            Leave out
          </Button>
        )}
      </Cell>
    </tr>
  );
}

/** The transfer's own word, once there is one. */
function RowChip({ row: { state, transfer } }: { row: BatchRow }) {
  if (transfer === null) {
    const { word, shape, tone } = state === "ready" ? toGo : rowLooks[state];
    return (
      <Chip shape={shape} tone={tone}>
        {word}
      </Chip>
    );
  }
  const { word, group } =
    transfer.chip === "status" ? statusWords[transfer.status] : chipWords[transfer.chip];
  const { shape, tone } = statusLooks[group];
  return (
    <Chip shape={shape} tone={tone}>
      {word}
    </Chip>
  );
}

const toGo = { word: "To go", shape: "dashed-ring", tone: "wait" } as const;

/** The rows as they came, with what became of each. */
function ResultButtons({ id }: { id: string }) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (form: "csv" | "xlsx") =>
      download("GET /api/batches/[id]/result", { params: { id }, query: { form } }),
  });
  return (
    <>
      {(["csv", "xlsx"] as const).map((form) => (
        <BusyButton key={form} size="small" isOff={isPending} onClick={() => mutate(form)}>
          <Download aria-hidden className="size-4" />
          {form === "csv" ? "Result, CSV" : "Result, Excel"}
        </BusyButton>
      ))}
      {error !== null && <Trouble error={error} />}
    </>
  );
}
