import { may } from "#lib/contract/roles";
import { agreedAgainAfter, type Batch } from "#lib/features/bulk/batches/batch-answers";
import { type BatchRowsInput, rowsAPage } from "#lib/features/bulk/batches/batch-input";
import { askLedger } from "#lib/features/bulk/server/checks/ledger-asks";
import { ratesOf } from "#lib/features/bulk/server/checks/rates";
import {
  type AgreedRate,
  agreedOf,
  broughtOf,
  saidOf,
  stopOf,
} from "#lib/features/bulk/server/checks/stored-batch";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import type { BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { batchState, countRows } from "./batch-state";
import { findBatch, nameOf } from "./batch-store";
import { fundingOf } from "./funding-view";
import { readJudged } from "./judged-rows";
import { endOf, type ReadRow, readRow, stateOfRow, transfersOfRows, withTransfers } from "./row-view";
import { sameBatch } from "./same-batch";
import { sumsOf } from "./sums";

/** `first`: the row that was changed just now stands before all others. */
type Shown = { from?: number | undefined; show?: BatchRowsInput["show"]; first?: number };

/** A batch with a page of its rows, as a person may see it. */
export async function viewBatch(
  id: string,
  { from = 0, show = "all", first }: Shown,
  actor: Actor,
): Promise<Batch> {
  const ledger = await db();
  const batch = await findBatch(ledger, id);
  const { stored, judged } = await readJudged(ledger, batch);
  const rates = await ratesFor(batch, () => ratesOf(judged.rows));
  return inSnapshot(ledger, async (trx) => {
    const made = await transfersOfRows(trx, id);
    const isOpen = batch.agreed === null && batch.discarded_at === null;
    const asked = isOpen
      ? await askLedger(
          trx,
          judged.rows.filter(({ n }) => !made.has(n)),
          { batchId: id, actor, rates },
        )
      : [];
    const known = new Map(asked.map((each) => [each.row.n, each]));
    const rows: ReadRow[] = stored.map((row, at) =>
      readRow(row, judged.rows[at], known.get(row.n), made.get(row.n)),
    );
    const counts = countRows(rows, isOpen);
    const state = batchState(batch, counts);
    const fitting = rows.filter((row) => fits(row, show)).sort(inOrder(first));
    const page = fitting.slice(from, from + rowsAPage);
    const said = saidOf(batch);
    const { headerLine, above, emptyRows, unused, unsaid } = broughtOf(batch);
    const stop = stopOf(batch);
    const hasNumbers = may(actor.person.role, "export");
    return {
      id,
      name: batch.name,
      state,
      createdAt: batch.made_at,
      createdBy: await nameOf(trx, batch.made_by),
      counts,
      seen: batch.seen,
      file: batch.file_hash,
      questions: { ...judged.questions, amountColumn: unsaid, sameAs: await sameBatch(trx, batch) },
      said: {
        ...{ asset: said.asset, amountIs: said.amountIs, decimalMark: said.decimalMark },
        ...{ hasZerosBack: said.hasZerosBack, isNotTheSame: said.isNotTheSame },
      },
      banks: judged.banks,
      ...{ headerLine, above: hasNumbers ? above : [], emptyRows, unused },
      sums: sumsOf(rows, rates),
      sumsToGo: sumsOf(
        rows.filter(({ transfer }) => transfer === undefined),
        rates,
      ),
      rates: rates.map(({ slope: _slope, amount: _amount, ...rate }) => rate),
      agreedAt: batch.agreed_at,
      agreedBy: batch.agreed_by === null ? null : await nameOf(trx, batch.agreed_by),
      stopped: stop,
      funding: counts.created > 0 ? await fundingOf(trx, batch) : null,
      faultyRows: rows.flatMap((row) => (stateOfRow(row) === "faulty" ? [row.stored.n] : [])),
      total: fitting.length,
      rows: await withTransfers(trx, page, hasNumbers),
    };
  });
}

/** Those that were agreed to; before that, and where somebody has to agree again, those of now, or none where the service says none. */
async function ratesFor(batch: BatchTableRow, askNow: () => Promise<AgreedRate[]>): Promise<AgreedRate[]> {
  const agreed = agreedOf(batch);
  const stop = stopOf(batch);
  const isAgain = stop !== null && agreedAgainAfter.includes(stop.code);
  if (agreed !== null) return isAgain ? askNow().catch(() => agreed.rates) : agreed.rates;
  return batch.discarded_at === null ? askNow().catch(() => []) : [];
}

function fits(row: ReadRow, show: NonNullable<BatchRowsInput["show"]>): boolean {
  const state = stateOfRow(row);
  if (show === "all") return true;
  if (show === "open") return state === "ready" || state === "sending";
  if (show === "trouble") return isTrouble(row);
  return state === show;
}

function isTrouble(row: ReadRow): boolean {
  const state = stateOfRow(row);
  return state === "unknown" || state === "refused" || state === "waiting" || isNotPaid(row);
}

function isNotPaid({ transfer }: ReadRow): boolean {
  return transfer !== undefined && endOf(transfer) === "notPaid";
}

/** What needs a person first. */
const order = [
  ...([
    "faulty",
    "asked",
    "unknown",
    "refused",
    "not_paid",
    "waiting",
    "sending",
    "ready",
    "created",
    "left_out",
  ] as const),
] as const;

function inOrder(first: number | undefined) {
  const stateOf = (row: ReadRow) => (isNotPaid(row) ? "not_paid" : stateOfRow(row));
  const place = (row: ReadRow) => (row.stored.n === first ? -1 : order.indexOf(stateOf(row)));
  return (a: ReadRow, b: ReadRow) => place(a) - place(b) || a.stored.n - b.stored.n;
}
