import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import {
  eventHash,
  factsHash,
  isKeptWhole,
  isTransferLine,
  readLines,
  type TransferLine,
} from "#lib/server/audit/cover-hash";
import { askedOf } from "#lib/server/reading/asked";
import { readingVersion } from "#lib/server/reading/callback-body";
import { isReadAs, readAgain } from "#lib/server/reading/read-again";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { transferIds } from "#lib/server/tables/transfer-ids";
import { unlessUnreadableAsync } from "./unreadable";

/**
 * Invariant: reads only. Each audit line must match its row, and each row must have one. `verify-audit` proves the lines.
 */

type CoverFault = { transferId: string; text: string };

const linesAtOnce = 100;
const keysAtOnce = 2_000;
const modulus = 2n ** 256n;

/** Needs a snapshot. */
export async function verifyCover(ledger: Db): Promise<CoverFault[]> {
  const faults: CoverFault[] = [];
  const listed = new Sum();
  const reading = await ledger.selectFrom("reading").select("version").executeTakeFirst();
  // After an upgrade the next start reads them again.
  const isReadNow = reading?.version === readingVersion;
  for await (const lines of linesOf(ledger)) {
    for (const { transferId, seq } of lines) listed.add(transferId, seq);
    faults.push(...(await faultsOf(ledger, lines, isReadNow)));
  }
  const found = new Sum();
  for await (const [id, seq] of keysOf(ledger)) found.add(id, seq);
  const whole = faults.some(({ text }) => text === wasRemoved)
    ? faults.filter(({ transferId, text }) => text === wasRemoved || !isRemoved(faults, transferId))
    : faults;
  return found.equals(listed) ? whole : [...whole, ...(await findUnlisted(ledger))];
}

const wasRemoved = "the transfer was removed";
const isRemoved = (faults: readonly CoverFault[], id: string) =>
  faults.some(({ transferId, text }) => transferId === id && text === wasRemoved);

/** Compares sets: how many keys, and the sum of their hashes, whatever their order. */
class Sum {
  count = 0;
  hash = 0n;
  add(transferId: string, seq: number | null): void {
    const key = `${transferId} ${seq ?? "facts"}`;
    this.count += 1;
    this.hash = (this.hash + BigInt(`0x${createHash("sha256").update(key).digest("hex")}`)) % modulus;
  }
  equals({ count, hash }: Sum): boolean {
    return this.count === count && this.hash === hash;
  }
}

/** In the order of the log. */
async function* linesOf(ledger: Db): AsyncGenerator<TransferLine[]> {
  let last = 0;
  for (;;) {
    const rows = await ledger
      .selectFrom("audit_covers")
      .selectAll()
      .where("seq", ">", last)
      .orderBy("seq")
      .limit(20)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.seq;
    const lines = rows.flatMap((row) => readLines(row.lines)).filter(isTransferLine);
    for (let start = 0; start < lines.length; start += linesAtOnce)
      yield lines.slice(start, start + linesAtOnce);
    // SQLite answers without a pause, and its driver frees statements only between turns.
    await setImmediate();
  }
}

async function faultsOf(
  ledger: Db,
  lines: readonly TransferLine[],
  isReadNow: boolean,
): Promise<CoverFault[]> {
  const ids = [...new Set(lines.map(({ transferId }) => transferId))];
  const transfers = await ledger.selectFrom("transfers").selectAll().where("id", "in", ids).execute();
  const byId = new Map(transfers.map((row) => [row.id, row]));
  const events = await readEventsOf(ledger, lines);
  const misread = isReadNow ? await findMisread(byId, [...events.values()]) : new Set();
  return lines.flatMap(({ recipe, transferId, seq, hash }) => {
    const fault = (text: string): CoverFault[] => [{ transferId, text }];
    const row = byId.get(transferId);
    if (seq === null) {
      if (row === undefined) return fault(wasRemoved);
      return factsHash(row, recipe) === hash ? [] : fault("its facts were changed after they were recorded");
    }
    const event = events.get(`${transferId} ${seq}`);
    if (event === undefined) return fault(`event ${seq} was removed`);
    if (row === undefined) return [];
    if (eventHash(row.idempotency_key, event, recipe) !== hash)
      return fault(`event ${seq} was changed after it was recorded`);
    const isUnread = recipe === "event-1" && event.kind === "callback" && !isKeptWhole(event);
    return isUnread || misread.has(event)
      ? fault(`event ${seq} says something else than the body that it keeps`)
      : [];
  });
}

/** Callbacks whose word, ID or amount does not follow from what was kept of them. */
async function findMisread(
  transfers: ReadonlyMap<string, TransferRow>,
  events: readonly TransferEventRow[],
): Promise<Set<TransferEventRow>> {
  const misread = new Set<TransferEventRow>();
  for (const event of events) {
    if (event.kind !== "callback") continue;
    const row = transfers.get(event.transfer_id);
    const isSame = await unlessUnreadableAsync(async () => {
      const read = row === undefined ? undefined : await readAgain(event, askedOf(row));
      return read === undefined || isReadAs(event, read);
    });
    if (isSame !== true) misread.add(event);
  }
  return misread;
}

async function readEventsOf(
  ledger: Db,
  lines: readonly TransferLine[],
): Promise<Map<string, TransferEventRow>> {
  const keys = lines.flatMap(({ transferId, seq }) =>
    seq === null ? [] : [sql`(${transferId}, cast(${seq} as integer))`],
  );
  if (keys.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("transfer_events")
    .selectAll()
    .where(sql<boolean>`(transfer_id, seq) in (values ${sql.join(keys)})`)
    .execute();
  return new Map(rows.map((row) => [`${row.transfer_id} ${row.seq}`, row]));
}

/** Each transfer, and each of its events. */
async function* keysOf(ledger: Db): AsyncGenerator<[id: string, seq: number | null]> {
  for await (const ids of transferIds(ledger, keysAtOnce)) for (const id of ids) yield [id, null];
  let from = { transfer_id: "", seq: 0 };
  for (;;) {
    const rows = await ledger
      .selectFrom("transfer_events")
      .select(["transfer_id", "seq"])
      .where(sql<boolean>`(transfer_id, seq) > (${from.transfer_id}, cast(${from.seq} as integer))`)
      .orderBy("transfer_id")
      .orderBy("seq")
      .limit(keysAtOnce)
      .execute();
    for (const { transfer_id, seq } of rows) yield [transfer_id, seq];
    const end = rows.at(-1);
    if (end === undefined) return;
    from = end;
    await setImmediate();
  }
}

/** Only where there are any: it holds all that is listed in memory. */
async function findUnlisted(ledger: Db): Promise<CoverFault[]> {
  const listed = new Map<string, Set<number | null>>();
  const add = (id: string, seq: number | null) => {
    const known = listed.get(id) ?? new Set();
    listed.set(id, known.add(seq));
  };
  for await (const lines of linesOf(ledger)) for (const { transferId, seq } of lines) add(transferId, seq);
  const faults: CoverFault[] = [];
  for await (const [transferId, seq] of keysOf(ledger)) {
    if (listed.get(transferId)?.has(seq) === true) continue;
    const what = seq === null ? "the transfer" : `event ${seq}`;
    faults.push({ transferId, text: `${what} was inserted: the audit log has no record of it` });
  }
  return faults;
}
