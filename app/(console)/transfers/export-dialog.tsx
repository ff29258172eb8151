import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Choice } from "#components/form/choice";
import { asTrouble, ProblemNotice, type Trouble } from "#components/notice/problem-notice";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Disclosure } from "#components/ui/disclosure";
import { type ExportProgress, exportTransfers } from "#lib/calls/export/export-call";
import { saveFile } from "#lib/calls/export/save-file";
import { sumsQuery } from "#lib/calls/queries";
import type { ExportFormat, TransferFilters } from "#lib/contract/transfer-list";
import { formatCount } from "#lib/money/format";
import { exportColumnName, exportColumns } from "#lib/words/export/export-columns";
import { sizeWords } from "#lib/words/export/export-size";
import { countOf } from "./count-words";

type State =
  | { kind: "asked" }
  | { kind: "running"; progress: ExportProgress | undefined }
  | { kind: "saved"; rows: number }
  | { kind: "failed"; trouble: Trouble };

type Props = { filters: TransferFilters; timeZone: string; onClose: () => void };

/** An incomplete export is not saved. Outside the form of the filters: its choices are none of them. */
export function ExportDialog({ filters, timeZone, onClose }: Props) {
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const [state, setState] = useState<State>({ kind: "asked" });
  const control = useRef<AbortController>(null);

  const size = useSize(filters, format);

  useEffect(() => () => control.current?.abort(), []);

  async function run() {
    const running = new AbortController();
    control.current = running;
    setState({ kind: "running", progress: undefined });
    try {
      const { file, name, rows } = await exportTransfers(filters, format, running.signal, (progress) =>
        setState({ kind: "running", progress }),
      );
      saveFile(file, name);
      setState({ kind: "saved", rows });
    } catch (error) {
      if (!running.signal.aborted) setState({ kind: "failed", trouble: asTrouble(error) });
    }
  }

  return createPortal(
    <Dialog title="Export the list" onClose={onClose}>
      <p>
        <WhatIsExported filters={filters} />, newest first, with full account numbers. Each export is in the
        audit log.
      </p>
      {(state.kind === "asked" || state.kind === "failed") && (
        <>
          <FileChoice format={format} onFormat={setFormat} />
          <Disclosure summary={`${exportColumns.length} columns${size && `, ${size}`}`}>
            <p className="text-[0.8125rem]/5 text-muted">
              {exportColumns.map((column) => exportColumnName(column, timeZone)).join(", ")}.
            </p>
          </Disclosure>
        </>
      )}
      {state.kind === "failed" && <ProblemNotice trouble={state.trouble} isLive />}
      <p role="status" className="tabular-nums empty:hidden">
        {wordsOf(state)}
      </p>
      <div className="flex flex-wrap gap-3 pt-1">
        {(state.kind === "asked" || state.kind === "failed") && (
          <Button variant="primary" onClick={() => void run()}>
            {state.kind === "asked" ? "Export" : "Try again"}
          </Button>
        )}
        <Button variant={state.kind === "saved" ? "primary" : "quiet"} onClick={onClose}>
          {state.kind === "saved" ? "Close" : "Cancel"}
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
}

/** Of the file, as soon as the transfers are counted. */
function useSize(filters: TransferFilters, format: ExportFormat): string {
  const { data, isPlaceholderData } = useQuery(sumsQuery(filters));
  if (data === undefined || isPlaceholderData) return "";
  return sizeWords(countOf(data, filters.state), data.isMore, format);
}

/** `The 37 transfers that match the filters`, as soon as they are counted. */
function WhatIsExported({ filters }: { filters: TransferFilters }) {
  const { data, isPlaceholderData } = useQuery(sumsQuery(filters));
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (data === undefined || isPlaceholderData)
    return isFiltered ? "The transfers that match the filters" : "All transfers";
  const rows = countOf(data, filters.state);
  const matching = isFiltered ? ` that match${rows === 1 ? "es" : ""} the filters` : "";
  const which = data.isMore ? "More than" : isFiltered || rows === 1 ? "The" : "All";
  return `${which} ${count(rows)}${matching}`;
}

type ChoiceProps = { format: ExportFormat; onFormat: (format: ExportFormat) => void };

function FileChoice({ format, onFormat }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">Kind of file</legend>
      <div className="space-y-2">
        <Choice
          name={name}
          isChosen={format === "xlsx"}
          onChoose={() => onFormat("xlsx")}
          title="Excel (.xlsx)"
          hint="Texts, dates and amounts keep their types in a spreadsheet of any language. An amount of more than 15 digits or 8 decimals stays exact as text, so a sum leaves it out."
        />
        <Choice
          name={name}
          isChosen={format === "csv"}
          onChoose={() => onFormat("csv")}
          title="CSV"
          hint="For programs. An apostrophe before an entry, as in '0123456789, keeps it text in a spreadsheet. Our own fields take it off again, and so must a program."
        />
      </div>
    </fieldset>
  );
}

function wordsOf(state: State): string {
  if (state.kind === "saved") return `Saved: ${count(state.rows)}.`;
  if (state.kind !== "running") return "";
  const { progress } = state;
  if (progress === undefined) return "Exporting.";
  const size = `${(progress.bytes / 1_000_000).toFixed(1)} MB`;
  return progress.rows === undefined
    ? `Exporting: ${size} so far.`
    : `Exporting: ${count(Math.max(0, progress.rows))} so far, ${size}.`;
}

function count(rows: number): string {
  return `${formatCount(rows)} transfer${rows === 1 ? "" : "s"}`;
}
