import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AccountNumber } from "#components/bank/account-number";
import { Button } from "#components/ui/button";
import { CircleAlert } from "#components/ui/icon";
import type { PayeeChange } from "#lib/features/bulk/judge-payee";
import { showInvisible } from "#lib/text/visible-text";
import type { ShownRow } from "./import-rows";
import { RowForm } from "./row-form";

type Props = { shown: ShownRow; onChange: (change: (before: PayeeChange) => PayeeChange) => void };

const standings = {
  fault: "To correct",
  ready: "Ready",
  saved: "Saved",
  proposed: "Waiting for approval",
  exists: "Saved before",
  left_out: "Left out",
} satisfies Record<ShownRow["standing"], string>;

/** One row: what would be saved, what the file has where that differs, and what is wrong with it. */
export function RowItem({ shown, onChange }: Props) {
  const { row, judged, standing, faults, remark } = shown;
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isDone = standing === "saved" || standing === "proposed";

  /** The focus stays on the row. */
  function close(change?: PayeeChange) {
    flushSync(() => {
      if (change !== undefined) onChange(() => change);
      setIsOpen(false);
    });
    opener.current?.focus();
  }

  if (isOpen) return <RowForm shown={shown} onDone={close} />;
  const { read } = judged;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-card py-3">
      <div className="min-w-0 flex-[1_1_18rem] space-y-1">
        <p className="text-xs/4 text-muted">
          Line {row.n} · {standings[standing]}
          {row.isHidden && " · Hidden in your spreadsheet"}
        </p>
        <p translate="no" className="foreign-text font-medium">
          {showInvisible(read.name) || "No name"}
        </p>
        <p translate="no" className="foreign-text text-[0.8125rem]/5 text-muted">
          {showInvisible(read.accountName) || "No account name"} · {bankText(shown)} ·{" "}
          {/^\d+$/.test(read.accountNumber) ? (
            <AccountNumber digits={read.accountNumber} />
          ) : (
            showInvisible(read.accountNumber) || "No account number"
          )}
        </p>
        <FileText shown={shown} />
        {faults.map(({ path, message }) => (
          <p key={path} className="flex font-medium text-fail gap-1.5 text-[0.8125rem]/5">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="foreign-text min-w-0">
              <span className="sr-only">Error: </span>
              {message}
            </span>
          </p>
        ))}
        {remark !== null && <p className="foreign-text text-[0.8125rem]/5">{remark}</p>}
        {!isDone && <CheckDigit shown={shown} onChange={onChange} />}
      </div>
      {!isDone && (
        <div className="flex flex-wrap gap-2">
          {standing !== "left_out" && (
            <Button
              ref={opener}
              size="small"
              aria-label={`Edit line ${row.n}`}
              onClick={() => setIsOpen(true)}
            >
              Edit
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={`${standing === "left_out" ? "Take back" : "Leave out"} line ${row.n}`}
            onClick={() => onChange((before) => ({ ...before, isLeftOut: standing !== "left_out" }))}
          >
            {standing === "left_out" ? "Take back" : "Leave out"}
          </Button>
        </div>
      )}
    </li>
  );
}

function bankText({ row, judged }: ShownRow): string {
  return judged.read.bank?.name ?? (showInvisible(row.cells.bank.text) || "No bank");
}

/** What the file has, where something else would be saved. */
function FileText({ shown: { row, judged } }: { shown: ShownRow }) {
  const { read } = judged;
  const { cells } = row;
  const pairs = [
    [cells.name.text, read.name],
    [cells.bank.text, read.bank?.name ?? cells.bank.text],
    [cells.accountNumber.text, read.accountNumber],
    [cells.accountName.text, read.accountName],
  ] as const;
  const others = [
    ...new Set(pairs.flatMap(([file, own]) => (file.trim() === own.trim() || file === "" ? [] : [file]))),
  ];
  const isFormula = Object.values(cells).some((cell) => cell.isFormula);
  if (others.length === 0 && !isFormula) return null;
  return (
    <p className="foreign-text text-xs/4 text-muted">
      {others.length > 0 && `In the file: ${others.map((text) => `“${showInvisible(text)}”`).join(", ")}. `}
      {isFormula && "A formula of your spreadsheet made it."}
    </p>
  );
}

/** Banks give out numbers whose check digit is wrong, so a person may say that it was compared. */
function CheckDigit({ shown: { row, change, faults }, onChange }: Props) {
  const isAsked = faults.some(({ kind }) => kind === "check_digit");
  if (!isAsked && change.confirmCheckDigit !== true) return null;
  return (
    <label className="flex items-start gap-2 text-[0.8125rem]/5">
      <input
        type="checkbox"
        className="mt-0.5 shrink-0"
        checked={change.confirmCheckDigit === true}
        aria-label={`The number in line ${row.n} is right`}
        onChange={({ target }) => onChange((before) => ({ ...before, confirmCheckDigit: target.checked }))}
      />
      I compared the number. It is right.
    </label>
  );
}
