import { setImmediate } from "node:timers/promises";
import { inSnapshot } from "#lib/server/database/snapshot";
import { readStandings, type Standing } from "#lib/server/ledger/transfer-ledger";
import { type DepositFacts, foldDepositRows, readDepositFacts } from "#lib/server/standing/deposit-facts";
import { cachedColumns } from "#lib/server/standing/fold-rows";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { canonicalOrNull } from "#lib/text/canonical-text";
import { ledgerChecks } from "./ledger-checks";
import { unlessUnreadable, unlessUnreadableAsync } from "./unreadable";
import { verifyCover } from "./verify-cover";
import { verifyDeposits } from "./verify-deposits";
import { verifyFundings } from "./verify-fundings";
import { readShared, verifyMarks } from "./verify-marks";
import { verifyMonths, verifyMovements } from "./verify-months";
import { type PayeeFault, verifyPayees } from "./verify-payees";
import { verifyRecords } from "./verify-records";
import { verifyStandings } from "./verify-standing";

/** Invariant: reads only. A difference means that something other than this code has written to the ledger. */

const pageSize = 500;

/** A cached column that contradicts the events, or another fault of a transfer or of a payee. */
export type Difference =
  | { transferId: string; column: string; stored: string; computed: string }
  | { transferId: string; text: string }
  | PayeeFault
  | { total: string; text: string };

export function describeDifference(difference: Difference): string {
  if ("total" in difference) return `${difference.total}: ${difference.text}`;
  if ("payeeId" in difference) return `payee ${difference.payeeId}: ${difference.text}`;
  const { transferId } = difference;
  if ("text" in difference) return `${transferId}: ${difference.text}`;
  const { column, stored, computed } = difference;
  return `${transferId}: ${column} is stored as ${stored}, its events say ${computed}`;
}

const unreadableMonths = { total: "months", text: "a value that they are made of makes no sense" };

const unreadableFeature = { total: "features", text: "a value that they keep makes no sense" };

/** What was kept longer ago should have been applied. */
const appliedWithinMs = 60_000;

/**
 * Computes every cached column again, and compares facts, events and payees with the audit log, all at one moment. Returns how many
 * transfers there are, and every difference. `of`: whether a server works on it, or it is a copy.
 */
export async function verifyLedger(
  ledger: Db,
  of: "server" | "copy" = "server",
): Promise<{ transfers: number; differences: Difference[] }> {
  if (ledger.isTransaction) return verifyNow(ledger, of);
  return inSnapshot(ledger, (snapshot) => verifyNow(snapshot, of));
}

async function verifyNow(
  ledger: Db,
  of: "server" | "copy",
): Promise<{ transfers: number; differences: Difference[] }> {
  const differences: Difference[] = [
    // In a copy they are what was under way at its moment, and the next start applies them.
    ...(of === "copy" ? [] : await findUnapplied(ledger)),
    ...(await verifyCover(ledger)),
    ...(await verifyPayees(ledger)),
    ...(await verifyRecords(ledger)),
    ...((await unlessUnreadableAsync(() => verifyMonths(ledger))) ?? [unreadableMonths]),
    ...(await findWrongPaidTimes(ledger)),
    ...(await checkFeatures(ledger)),
  ];
  const shared = await readShared(ledger);
  let transfers = 0;
  let lastId = "";
  for (;;) {
    const page = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    const last = page.at(-1);
    if (last === undefined) return { transfers, differences };
    const standings = await readStandings(
      ledger,
      page.map(({ id }) => id),
    );
    const brought = await findBrought(ledger, page);
    const depositOf = await readDepositFacts(
      ledger,
      // The cached column is what is judged: it must not say which deposits are read.
      page.map((row) => ({ ...row, deposit_label: "seen" as const, hasDeposits: true })),
    );
    for (const row of page) {
      const found = unlessUnreadable(() => [
        ...differencesOf(row, standings.get(row.id), brought.get(row.id)),
        ...differencesOfDeposit(row, depositOf(row)),
      ]);
      differences.push(...(found ?? [{ transferId: row.id, text: "it has a value that makes no sense" }]));
    }
    const byId = new Map(page.map((row) => [row.id, row]));
    const statusOf = (id: string) => {
      const standing = standings.get(id);
      return standing && unlessUnreadable(() => cachedColumns(standing.facts, standing.meaningOf).status);
    };
    const depositsOf = (id: string) => {
      const row = byId.get(id);
      return row === undefined ? [] : depositOf(row).rows;
    };
    differences.push(
      ...(await verifyDeposits(ledger, page, depositsOf)),
      ...(await verifyFundings(ledger, page, depositsOf)),
      ...(await verifyMarks(ledger, page, shared)),
      ...(await verifyStandings(ledger, page)),
      ...(await verifyMovements(ledger, page, statusOf)),
    );
    transfers += page.length;
    lastId = last.id;
    // SQLite answers without a pause, and its driver frees statements only between turns.
    await setImmediate();
  }
}

type Brought = Pick<TransferRow, "address" | "transaction_id" | "memo">;

/** By their events; those not covered yet have their own columns. */
async function findBrought(ledger: Db, page: readonly TransferRow[]): Promise<Map<string, Brought>> {
  const brought = new Map<string, Brought>();
  const ids = page.map(({ id }) => id);
  const events = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "address", "transaction_id", "memo"])
    .where("transfer_id", "in", ids)
    .where(({ eb, or }) =>
      or([eb("address", "is not", null), eb("transaction_id", "is not", null), eb("memo", "is not", null)]),
    )
    .orderBy("seq")
    .execute();
  for (const { transfer_id, address, transaction_id, memo } of events) {
    const before = brought.get(transfer_id);
    brought.set(transfer_id, {
      address: address ?? before?.address ?? null,
      memo: memo ?? before?.memo ?? null,
      transaction_id: transaction_id ?? before?.transaction_id ?? null,
    });
  }
  return brought;
}

function differencesOf(
  row: TransferRow,
  standing: Pick<Standing, "facts" | "meaningOf"> | undefined,
  brought: Brought = { address: null, transaction_id: null, memo: null },
): Difference[] {
  const { address, transaction_id, memo } = brought;
  const computed = Object.entries({
    ...cachedColumns(standing?.facts ?? [], standing?.meaningOf),
    ...{ address, transaction_id, memo },
    reference_key: canonicalOrNull(row.reference),
  });
  return computed
    .filter(([column, value]) => row[column as keyof TransferRow] !== value)
    .map(([column, value]) => ({
      transferId: row.id,
      column,
      stored: String(row[column as keyof TransferRow]),
      computed: String(value),
    }));
}

/** Null and none say the same of what was never seen. */
function differencesOfDeposit(row: TransferRow, { rows }: DepositFacts): Difference[] {
  const { label } = foldDepositRows(row, rows);
  if (label === (row.deposit_label ?? "none")) return [];
  return [
    { transferId: row.id, column: "deposit_label", stored: String(row.deposit_label), computed: label },
  ];
}

async function findUnapplied(ledger: Db): Promise<Difference[]> {
  const rows = await ledger
    .selectFrom("received")
    .select(({ fn }) => ["transfer_id", fn.countAll<number | string>().as("count")])
    .where("received_at", "<", new Date(Date.now() - appliedWithinMs).toISOString())
    .groupBy("transfer_id")
    .orderBy("transfer_id")
    .execute();
  return rows.map(({ transfer_id, count }) => ({
    transferId: transfer_id,
    text: `${count} ${Number(count) === 1 ? "status update was" : "status updates were"} kept and never applied`,
  }));
}

async function checkFeatures(ledger: Db): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const check of ledgerChecks.all())
    differences.push(...((await unlessUnreadableAsync(() => check(ledger))) ?? [unreadableFeature]));
  return differences;
}

/** It is the time of the event that said so. */
async function findWrongPaidTimes(ledger: Db): Promise<Difference[]> {
  const rows = await ledger
    .selectFrom("transfers")
    .select(["id", "paid_at"])
    .where("paid_at", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("transfer_events")
            .select("seq")
            .whereRef("transfer_id", "=", "transfers.id")
            .whereRef("at", "=", "transfers.paid_at"),
        ),
      ),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id, paid_at }) => ({
    transferId: id,
    text: `it is stored as first reported paid at ${paid_at}, and no event is of that time`,
  }));
}
