import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { LinesAbove } from "#components/table-source/lines-above";
import type { Source } from "#components/table-source/source";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import { Skeleton } from "#components/ui/skeleton";
import { defaultCountry } from "#lib/asset/defaults";
import { act } from "#lib/calls/act";
import { banksQuery } from "#lib/calls/bank-calls";
import type { PayeeImport } from "#lib/features/bulk/bulk-api";
import { readBanks } from "#lib/features/bulk/judge-payee";
import { countOf } from "#lib/words/tables/table-words";
import { BankQuestions } from "./bank-questions";
import {
  type Answered,
  type Changes,
  keptSaved,
  lostZeros,
  orderOf,
  type SetChanges,
  type ShownRow,
  sentChanges,
  showRows,
  withChange,
} from "./import-rows";
import { summaryWords, tableWords } from "./import-words";
import { RowList } from "./row-list";

type Props = { source: Source; checked: PayeeImport; onStartAgain: () => void };

const nothing: Changes = new Map();

/** Each row is judged as it is corrected; what is ready is imported, and the rest stays here. */
export function CheckView({ source, checked, onStartAgain }: Props) {
  const { data: banks, error: noBanks } = useQuery(banksQuery(defaultCountry));
  const known = useMemo(() => banks && readBanks(banks.banks), [banks]);
  const [answered, setAnswered] = useState<Answered>({ answer: checked, sent: nothing });
  const [changes, setChanges] = useState(nothing);
  const { mutate, error, isPending } = useMutation(act("POST /api/payees/import"));
  const summary = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => (known === undefined ? [] : showRows(answered, changes, known)),
    [answered, changes, known],
  );
  if (noBanks !== null) return <Trouble error={noBanks} />;
  if (known === undefined) return <Skeleton className="h-80 rounded-xl" />;

  const change: SetChanges = (ns, how) => setChanges((before) => withChange(before, ns, how));
  /** What was pressed is gone then. */
  const changeMany: SetChanges = (ns, how) => {
    change(ns, how);
    summary.current?.focus();
  };
  function importNow() {
    mutate(
      { body: { ...source, changes: sentChanges(changes) } },
      {
        onSuccess: (answer) => {
          setAnswered({ answer: keptSaved(answered.answer, answer), sent: changes });
          summary.current?.focus();
        },
      },
    );
  }

  return (
    <div className="space-y-4">
      <Outcome rows={rows} />
      {error !== null && <Trouble error={error} />}
      <div ref={summary} tabIndex={-1} className="rounded-xl">
        <Card
          title={<span aria-live="polite">{summaryWords(rows)}</span>}
          action={<Button onClick={onStartAgain}>Choose another table</Button>}
        >
          <WhatWasRead table={answered.answer} />
        </Card>
      </div>
      <LostZeros rows={rows} onChange={changeMany} />
      <BankQuestions rows={rows} onChange={changeMany} />
      <RowList rows={rows} order={orderOf(checked)} onChange={change} />
      <ImportBar rows={rows} isPending={isPending} onImport={importNow} />
    </div>
  );
}

function count(rows: readonly ShownRow[], ...standings: ShownRow["standing"][]): number {
  return rows.filter(({ standing }) => standings.includes(standing)).length;
}

/** What was done, and what is left to do. */
function Outcome({ rows }: { rows: readonly ShownRow[] }) {
  const [done, waiting] = [count(rows, "saved", "proposed"), count(rows, "proposed")];
  if (done === 0) return null;
  const left = count(rows, "fault");
  return (
    <Notice
      kind="ok"
      isLive
      title={`${countOf(done, "payee")} saved`}
      action={
        <PageLink href="/payees" className="text-link">
          Go to the payees
        </PageLink>
      }
    >
      {waiting > 0 && (
        <p>{countOf(waiting, "of them waits", "of them wait")} until a second person agrees.</p>
      )}
      {left > 0 && <p>{countOf(left, "row")} below can be corrected and imported too.</p>}
    </Notice>
  );
}

function WhatWasRead({ table }: { table: PayeeImport }) {
  const words = tableWords(table);
  return (
    <div className="space-y-1 text-[0.8125rem]/5 text-muted">
      {words.map((text) => (
        <p key={text} className="foreign-text">
          {text}
        </p>
      ))}
      <LinesAbove lines={table.above} />
    </div>
  );
}

/** Shown row by row below, and put back only by this press. */
function LostZeros({ rows, onChange }: { rows: readonly ShownRow[]; onChange: SetChanges }) {
  const zeros = lostZeros(rows);
  if (zeros.size === 0) return null;
  return (
    <Notice
      kind="warn"
      title={`${countOf(zeros.size, "account number is", "account numbers are")} too short`}
      action={
        <Button
          onClick={() =>
            onChange([...zeros.keys()], (before, n) => ({ ...before, accountNumber: zeros.get(n) }))
          }
        >
          Put the zeros back on {countOf(zeros.size, "row")}
        </Button>
      }
    >
      <p>Spreadsheets take zeros off the front of a number. Each row is checked again afterwards.</p>
    </Notice>
  );
}

function ImportBar({
  rows,
  isPending,
  onImport,
}: {
  rows: readonly ShownRow[];
  isPending: boolean;
  onImport: () => void;
}) {
  const ready = count(rows, "ready");
  if (ready === 0 && !isPending) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-3">
      <BusyButton variant="primary" isOff={isPending} onClick={onImport}>
        {isPending ? "Importing" : `Import ${countOf(ready, "payee")}`}
      </BusyButton>
      {count(rows, "fault") > 0 && (
        <p className="text-[0.8125rem]/5 text-muted">
          {countOf(count(rows, "fault"), "row")} to correct won’t be imported.
        </p>
      )}
    </div>
  );
}
