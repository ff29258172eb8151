import { useEffect, useRef, useState } from "react";
import { asTrouble, ProblemNotice, type Trouble } from "#components/notice/problem-notice";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { type ExportProgress, exportTransfers } from "#lib/calls/export-call";
import type { TransferFilters } from "#lib/contract/transfer-list";
import { formatCount } from "#lib/money/format";

type State =
  | { kind: "asked" }
  | { kind: "running"; progress: ExportProgress | undefined }
  | { kind: "saved"; rows: number }
  | { kind: "failed"; trouble: Trouble };

/** An incomplete export is not saved. */
export function ExportDialog({ filters, onClose }: { filters: TransferFilters; onClose: () => void }) {
  const [state, setState] = useState<State>({ kind: "asked" });
  const control = useRef<AbortController>(null);

  useEffect(() => () => control.current?.abort(), []);

  async function run() {
    const running = new AbortController();
    control.current = running;
    setState({ kind: "running", progress: undefined });
    try {
      const { file, name, rows } = await exportTransfers(filters, running.signal, (progress) =>
        setState({ kind: "running", progress }),
      );
      save(file, name);
      setState({ kind: "saved", rows });
    } catch (error) {
      if (!running.signal.aborted) setState({ kind: "failed", trouble: asTrouble(error) });
    }
  }

  return (
    <Dialog title="Export the list" onClose={onClose}>
      <p>
        {Object.values(filters).some((value) => value !== undefined)
          ? "The transfers that match the filters"
          : "All transfers"}
        , newest first, as a CSV file with full account numbers. Each export is in the audit log.
      </p>
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
    </Dialog>
  );
}

function wordsOf(state: State): string {
  if (state.kind === "saved") return `Saved: ${count(state.rows)}.`;
  if (state.kind !== "running") return "";
  const { progress } = state;
  if (progress === undefined) return "Exporting.";
  return `Exporting: ${count(Math.max(0, progress.rows))} so far, ${(progress.bytes / 1_000_000).toFixed(1)} MB.`;
}

function count(rows: number): string {
  return `${formatCount(rows)} transfer${rows === 1 ? "" : "s"}`;
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser may not have started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
