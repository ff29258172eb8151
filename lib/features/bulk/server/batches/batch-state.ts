import type { Batch, BatchState } from "#lib/features/bulk/batches/batch-answers";
import type { BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { endOf, type ReadRow, stateOfRow } from "./row-view";

/** Invariant: what a batch has come to follows from its rows and their transfers; no copy of it is kept. */

export function countRows(rows: readonly ReadRow[], isOpen: boolean): Batch["counts"] {
  const states = rows.map(stateOfRow);
  const count = (...wanted: string[]) => states.filter((state) => wanted.includes(state)).length;
  const ends = rows.map(({ transfer }) => transfer && endOf(transfer));
  return {
    rows: rows.length,
    ready: count("ready"),
    asked: count("asked"),
    faulty: count("faulty"),
    leftOut: count("left_out"),
    created: count("created"),
    paid: ends.filter((end) => end === "paid").length,
    notPaid: ends.filter((end) => end === "notPaid").length,
    waiting: count("waiting"),
    unknown: count("unknown"),
    refused: count("refused"),
    toGo: isOpen ? count("ready", "asked", "faulty") : count("ready", "sending"),
  };
}

type Head = Pick<BatchTableRow, "agreed" | "agreed_at" | "discarded_at" | "stopped">;

export function batchState(
  batch: Head,
  counts: Omit<Batch["counts"], "ready" | "asked" | "faulty">,
): BatchState {
  if (batch.discarded_at !== null) return "discarded";
  const made = counts.created + counts.waiting + counts.unknown + counts.refused;
  if (counts.toGo === 0 && made > 0) return "done";
  if (batch.agreed === null) return "draft";
  if (batch.agreed_at === null) return "awaiting_approval";
  if (batch.stopped !== null) return "stopped";
  return made > 0 ? "creating" : "agreed";
}
