import type { Route } from "next";
import { useState } from "react";
import { BankField } from "#components/bank/bank-field";
import { Mark } from "#components/chip/mark";
import { Button } from "#components/ui/button";
import { PageLink } from "#components/ui/page-link";
import { Cell } from "#components/ui/table";
import { defaultCountry } from "#lib/asset/defaults";
import type { Bank } from "#lib/contract/api";
import type { BatchRow } from "#lib/features/bulk/batches/batch-answers";
import { tickWords } from "#lib/features/bulk/batches/batch-words";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { tokenName } from "../../tokens";
import type { RowProps } from "../shared";

/** What is wrong with the row and what is asked of it, below its cells. */
export function RowSentences(props: RowProps) {
  const { row } = props;
  const isPayeeTold = row.payee !== null && row.payee.name !== row.accountName;
  const covered = row.faults.filter(isCovered);
  const own = row.faults.filter((fault) => !isCovered(fault));
  if (row.faults.length === 0 && row.asks.length === 0 && !isPayeeTold) return null;
  return (
    <tr className="max-xl:block max-xl:px-5 max-xl:pb-3 max-sm:px-4">
      <td className="hidden xl:table-cell" />
      <td className="hidden xl:table-cell" />
      <Cell colSpan={6} className="border-b-0 pt-0! pb-2.5! max-xl:block max-xl:p-0! text-[0.8125rem]/5">
        <div className="space-y-1">
          {isPayeeTold && (
            <p className="foreign-text text-muted">
              Payee:{" "}
              <PageLink href={`/payees/${row.payee?.id}` as Route} translate="no" className="text-link">
                {showInvisible(row.payee?.name ?? "")}
              </PageLink>
            </p>
          )}
          {own.map((fault) => (
            <Fault key={fault.path} {...props} fault={fault} />
          ))}
          {covered.length > 0 && (
            <p className="text-muted">
              Waits for your answer above:{" "}
              {covered.map(({ path }, at) => (
                <span key={path} id={`fault-${row.n}-${path}`}>
                  {at > 0 && ", "}
                  {coveredWords[path] ?? "a cell"}
                </span>
              ))}
            </p>
          )}
          {row.asks.map((ask) => (
            <Ask key={`${ask.kind} ${ask.of}`} {...props} ask={ask} />
          ))}
        </div>
      </Cell>
    </tr>
  );
}

const coveredWords: Partial<Record<BatchRow["faults"][number]["path"], string>> = {
  ...{ token: "the token", bank: "the bank", amount: "the amount", naira: "the amount" },
};

/** Asked once above for all such rows: said here without alarm. */
function isCovered({ kind, choices = [], banks = [] }: BatchRow["faults"][number]): boolean {
  if (kind === "bank_unconfirmed") return true;
  return (kind === "token" || kind === "ambiguous") && choices.length + banks.length === 0;
}

function Fault({ row, fault, acts, tokens, canChange }: RowProps & { fault: BatchRow["faults"][number] }) {
  const { path, message, choices = [], banks = [], kind } = fault;
  const pick = (text: string) => void acts.changeRow(row.n, { fields: { [path]: text } });
  return (
    <div id={`fault-${row.n}-${path}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-fail">
      <p className="foreign-text min-w-0 font-medium">
        <span className="sr-only">Error: </span>
        {message}
      </p>
      {canChange &&
        choices.map((text) => (
          <Button key={text} variant="link" onClick={() => pick(text)}>
            {path === "token" ? tokenName(tokens, text) : `Use ${showInvisible(text)}`}
          </Button>
        ))}
      {canChange && kind === "bank" && <BankChoice row={row} banks={banks} acts={acts} batch={acts.batch} />}
    </div>
  );
}

type BankProps = Pick<RowProps, "row" | "acts" | "batch"> & { banks: readonly Bank[] };

/** The answer counts for every row that says the same. */
function BankChoice({ row, banks, acts, batch }: BankProps) {
  const [isOpen, setIsOpen] = useState(false);
  const text = row.cells.bank.text;
  const asked = batch.banks.find((each) => each.text.trim().toLowerCase() === text.trim().toLowerCase());
  const choose = ({ code, name }: Bank) =>
    void (asked === undefined
      ? acts.changeRow(row.n, { bank: { code, name } })
      : acts.changeBanks([{ text: asked.text, bank: { code, name } }]));
  return (
    <>
      {banks.map((bank) => (
        <Button key={`${bank.code} ${bank.name}`} variant="link" onClick={() => choose(bank)}>
          {bank.name}
        </Button>
      ))}
      {isOpen ? (
        <span className="w-full max-w-md text-ink">
          <BankField
            id={`bank-${row.n}`}
            aria-describedby={`fault-${row.n}-bank`}
            aria-invalid
            country={defaultCountry}
            bank={null}
            onBank={choose}
          />
        </span>
      ) : (
        <Button variant="link" onClick={() => setIsOpen(true)}>
          {banks.length === 0 ? "Choose a bank" : "Choose another bank"}
        </Button>
      )}
      {asked !== undefined && asked.rows > 1 && (
        <span className="text-muted">Your answer counts for all {countOf(asked.rows, "row")} like it.</span>
      )}
    </>
  );
}

function Ask({ row, ask, acts, canChange }: RowProps & { ask: BatchRow["asks"][number] }) {
  const { kind, of, message, isTicked, transferId, row: other } = ask;
  /** What was pressed, until the answer is here. */
  const [pressed, setPressed] = useState<boolean>();
  async function tick(next: boolean) {
    setPressed(next);
    await acts.changeRow(row.n, { ticks: [{ kind, of, isTicked: next }] });
    setPressed(undefined);
  }
  const link = "text-link";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="foreign-text flex min-w-0 gap-1.5 font-medium text-warn">
        <Mark shape="triangle" className="mt-0.5 size-4 shrink-0 xl:hidden" />
        <span>
          {message}
          {transferId !== null && (
            <>
              {" "}
              <PageLink href={`/transfers/${transferId}` as Route} target="_blank" className={link}>
                Open it
              </PageLink>
            </>
          )}
          {other !== null && acts.batch.rows.some(({ n }) => n === other) && (
            <>
              {" "}
              <a href={`#line-${other}`} className={link}>
                See line {other}
              </a>
            </>
          )}
        </span>
      </p>
      <label className="flex min-h-6 items-center gap-2 font-medium pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="shrink-0"
          checked={pressed ?? isTicked}
          disabled={!canChange}
          aria-label={`${tickWords[kind]}, line ${row.n}`}
          onChange={({ target }) => void tick(target.checked)}
        />
        {tickWords[kind]}
      </label>
    </div>
  );
}
