import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AccountNumber } from "#components/bank/account-number";
import { Silhouette } from "#components/chip/silhouette";
import { Button } from "#components/ui/button";
import { Cell, cardCell, cardLabel, RowHead } from "#components/ui/table";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { BatchRow } from "#lib/features/bulk/batches/batch-answers";
import { rowLooks } from "#lib/features/bulk/batches/batch-words";
import type { PayoutField } from "#lib/features/bulk/batches/payout-fields";
import { formatFiat, formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showInvisible } from "#lib/text/visible-text";
import { symbolOf } from "../../tokens";
import type { RowProps } from "../shared";
import { CellInput } from "./cell-input";
import { RowForm } from "./row-form";
import { RowSentences } from "./row-sentences";

const tones = { fail: "text-fail", warn: "text-warn", done: "text-ok", proc: "text-proc", wait: "text-wait" };
const card = `${cardCell} xl:border-b-0`;
/** Below the line's number and its state. */
const whole = `${card} max-xl:w-full max-xl:text-left max-xl:text-[0.8125rem]/5`;

/** One row: what would be created, what the file has where that differs, what is wrong and what is asked. */
export function CheckRow(props: RowProps) {
  const { row, acts, canChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { word, shape, tone } = rowLooks[row.state];
  const isLeftOut = row.state === "left_out";
  const isEditable = canChange && row.transfer === null;
  const name = showInvisible(row.accountName);

  /** The focus stays on the row. */
  function close() {
    flushSync(() => setIsOpen(false));
    opener.current?.focus();
  }

  return (
    <tbody
      id={`line-${row.n}`}
      className="scroll-mt-24 border-line not-last:border-b max-xl:block max-xl:border-t"
    >
      <tr className="max-xl:flex max-xl:flex-wrap max-xl:items-center max-xl:gap-x-3 max-xl:gap-y-1 max-xl:px-5 max-xl:pt-3 max-xl:pb-1 max-sm:px-4">
        <RowHead className={`${card} text-muted tabular-nums`}>
          {isEditable ? (
            <button
              ref={opener}
              type="button"
              data-row
              aria-expanded={isOpen}
              aria-label={`Edit line ${row.n}${name === "" ? "" : `, ${name}`}`}
              onClick={() => setIsOpen(!isOpen)}
              className="min-h-6 min-w-6 rounded-sm text-left underline decoration-line-strong underline-offset-3 hover:text-ink pointer-coarse:min-h-11"
            >
              <span className="xl:sr-only">Line </span>
              {row.n}
            </button>
          ) : (
            <>
              <span className="xl:sr-only">Line </span>
              {row.n}
            </>
          )}
        </RowHead>
        <Cell className={classNames(card, tones[tone], "[--silhouette-hole:var(--color-surface)]")}>
          <span className="flex min-h-6 items-center gap-1.5 text-xs font-medium">
            <Silhouette shape={shape} className="size-4 shrink-0" />
            <span className="xl:sr-only">{word}</span>
          </span>
        </Cell>
        <RowCells {...props} isOpen={isOpen} onDone={() => opener.current?.focus()} />
        {canChange && (
          <Cell className={`${whole} xl:text-right xl:whitespace-nowrap`}>
            {isEditable && (
              <Button
                size="small"
                variant="quiet"
                className="max-xl:-ml-3 xl:-my-1.5"
                aria-label={`${isLeftOut ? "Take back" : "Leave out"} line ${row.n}`}
                onClick={() => void acts.changeRow(row.n, { isLeftOut: !isLeftOut })}
              >
                {isLeftOut ? "Take back" : "Leave out"}
              </Button>
            )}
          </Cell>
        )}
      </tr>
      <RowSentences {...props} />
      {isOpen && isEditable && (
        <tr className="max-xl:block">
          <Cell colSpan={8} className="border-b-0 bg-sunken max-xl:block max-xl:px-5! max-sm:px-4!">
            <RowForm {...props} onDone={close} />
          </Cell>
        </tr>
      )}
    </tbody>
  );
}

/** `isOpen`: its cells are fields in the form below. */
type CellsProps = RowProps & { isOpen: boolean; onDone: () => void };

function RowCells(props: CellsProps) {
  const { row } = props;
  const field = row.cells.naira.text.trim() === "" ? "amount" : "naira";
  return (
    <>
      <TextCell {...props} path="accountName" label="Name" className="xl:w-1/4">
        <span translate="no" className="foreign-text font-medium">
          {showInvisible(row.accountName) || "No name"}
        </span>
      </TextCell>
      <Cell className={`${whole} xl:min-w-28`}>
        <span className={cardLabel}>Bank </span>
        <span translate="no" className="foreign-text" title={row.bank?.name}>
          {row.bank === null
            ? showInvisible(row.cells.bank.text) || "No bank"
            : shortBankName(showInvisible(row.bank.name))}
        </span>
      </Cell>
      <TextCell {...props} path="accountNumber" label="Account" className="xl:whitespace-nowrap">
        <Account row={row} />
      </TextCell>
      <TextCell {...props} path={faultyAmount(row) ?? field} label="Amount" isAmount>
        <Money {...props} />
      </TextCell>
      <TextCell
        {...props}
        path="reference"
        label="Reference"
        className={classNames("xl:min-w-28", isBare(row) && "max-xl:hidden")}
      >
        <span translate="no" className="foreign-text text-[0.8125rem]/5 text-muted">
          {showInvisible(row.cells.reference.text)}
          {row.cells.purpose.text !== "" && (
            <span className="block text-xs/4">{showInvisible(row.cells.purpose.text)}</span>
          )}
        </span>
      </TextCell>
    </>
  );
}

/** Its label alone would stand there. */
function isBare({ cells, faults }: BatchRow): boolean {
  const { reference, purpose } = cells;
  return (
    reference.text + purpose.text === "" &&
    !reference.isEdited &&
    !faults.some(({ path }) => path === "reference")
  );
}

function faultyAmount({ faults }: BatchRow): "amount" | "naira" | undefined {
  const path = faults.find((fault) => fault.path === "amount" || fault.path === "naira")?.path;
  return path === "naira" || path === "amount" ? path : undefined;
}

type TextCellProps = CellsProps & {
  path: PayoutField;
  label: string;
  isAmount?: boolean;
  className?: string;
  children: ReactNode;
};

/** A cell with a fault is a field; another one shows what would be created, and below it what the file has instead. */
function TextCell({
  row,
  path,
  label,
  isAmount = false,
  className,
  children,
  acts,
  canChange,
  isOpen,
  onDone,
}: TextCellProps) {
  const fault = row.faults.find((each) => each.path === path);
  const { text, given } = row.cells[path];
  return (
    <Cell isAmount={isAmount} className={classNames(whole, className)}>
      <span className={path === "accountName" ? "sr-only" : cardLabel}>{label} </span>
      {fault !== undefined && canChange && !isOpen ? (
        <CellInput
          label={`${label} of line ${row.n}`}
          text={text}
          describedBy={`fault-${row.n}-${path}`}
          isAmount={isAmount}
          onSave={(typed) =>
            acts.changeRow(row.n, { fields: { [path]: typed === (given ?? text) ? null : typed } })
          }
          onSaved={onDone}
        />
      ) : (
        children
      )}
      {given !== undefined && (
        <span className="foreign-text block text-xs/4 whitespace-normal text-muted">
          In the file: {given.trim() === "" ? "empty" : `“${showInvisible(given)}”`}
        </span>
      )}
    </Cell>
  );
}

function Account({ row }: { row: BatchRow }) {
  const { accountNumber, cells, hasZeroBack } = row;
  if (/^\d{4}$/.test(accountNumber))
    return (
      <span className="tabular-nums">
        <span className="sr-only">ending in </span>
        <span aria-hidden="true">••</span> {accountNumber}
      </span>
    );
  if (!/^\d+$/.test(accountNumber))
    return (
      <span className="foreign-text">{showInvisible(cells.accountNumber.text) || "No account number"}</span>
    );
  const marked = hasZeroBack ? accountNumber.length - cells.accountNumber.text.replace(/\D/g, "").length : 0;
  return (
    <>
      <AccountNumber digits={accountNumber} marked={marked} />
      {hasZeroBack && <span className="sr-only">, zero put back</span>}
    </>
  );
}

/** What is fixed: an amount of the token, or naira. */
function Money({ row: { amount, naira, asset, cells }, batch, tokens }: RowProps) {
  const unit = "ml-1.5 text-xs text-muted";
  if (naira !== null)
    return (
      <span className="whitespace-nowrap">
        {formatFiat(naira)}
        <span className={unit}>NGN</span>
        {asset !== null && batch.sums.length > 1 && (
          <span className="block text-xs/4 text-muted">in {symbolOf(tokens, asset)}</span>
        )}
      </span>
    );
  if (amount !== null)
    return (
      <span className="whitespace-nowrap">
        {formatPadded(amount)}
        <span className={unit}>{symbolOf(tokens, asset)}</span>
      </span>
    );
  return <span className="foreign-text">{showInvisible(cells.amount.text || cells.naira.text) || "–"}</span>;
}
