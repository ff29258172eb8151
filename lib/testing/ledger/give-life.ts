import { randomBytes, randomUUID } from "node:crypto";
import { inTransaction } from "#lib/server/audit/transaction";
import {
  appendEvent,
  holdTransfers,
  type NewEvent,
  readStandings,
  withEvent,
  writeDrafts,
} from "#lib/server/ledger/transfer-ledger";
import { addressColumns } from "#lib/server/standing/addresses";
import { requireStandingFacts } from "#lib/server/standing/standing-facts";
import { writeStandings } from "#lib/server/standing/write-standing";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { printOf } from "#lib/transfer/standing/print";
import { insertTransfers } from "./random-lives";

/** Lives of transfers that are recorded, written as the dashboard writes them: events, and all that follows from them. */

const atOnce = 200;

export const dispatched: NewEvent = { source: "dashboard", kind: "dispatched" };
const answered: NewEvent = { source: "service_answer", kind: "accepted" };
export const unanswered: NewEvent = { source: "dashboard", kind: "outcome_unknown" };
export const sent = [dispatched, answered];

/** The service's word, in an update of its own. */
export function says(word: string, more: Partial<NewEvent> = {}): NewEvent {
  return {
    ...{ source: "service_callback", kind: "callback", word, raw: JSON.stringify({ status: word }) },
    ...{ raw_encoding: "utf8", body_hash: randomUUID(), ...more },
  };
}

/** An address that no other transfer has. */
export const newAddress = () => `0x${randomBytes(20).toString("hex")}`;

/** Appends these events to each of the transfers. Its acceptance brings each an address of its own, if it has none. */
export async function giveLife(
  ledger: Db,
  ids: readonly string[],
  events: readonly NewEvent[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = [...ids.slice(at, at + atOnce)].sort();
    await inTransaction(ledger, async (trx) => {
      await holdTransfers(trx, some);
      const rows = await trx.selectFrom("transfers").selectAll().where("id", "in", some).execute();
      const brought = new Map<string, string>();
      for (const row of rows) {
        const address = addressOf(row, events);
        if (address === undefined) continue;
        brought.set(row.id, address);
        const columns = addressColumns(row.asset, address);
        await trx.updateTable("transfers").set(columns).where("id", "=", row.id).execute();
      }
      const standings = [...(await readStandings(trx, some)).values()];
      await writeDrafts(
        trx,
        standings.map((standing) =>
          events.reduce(
            (draft, event) =>
              withEvent(draft, {
                ...event,
                ...(event.kind === "accepted" && {
                  address: event.address ?? brought.get(standing.id) ?? null,
                }),
              }),
            { standing, events: [] } as Parameters<typeof withEvent>[0],
          ),
        ),
      );
    });
  }
}

/** New ones, and the service says that it paid them. */
export async function insertPaid(ledger: Db, rows: readonly TransferRow[]): Promise<void> {
  await insertTransfers(ledger, rows);
  await giveLife(
    ledger,
    rows.map(({ id }) => id),
    [...sent, says("paid")],
  );
}

function addressOf({ address, network }: TransferRow, events: readonly NewEvent[]): string | undefined {
  const accepted = events.find(({ kind }) => kind === "accepted");
  if (accepted === undefined || address !== null || accepted.address === null) return undefined;
  return accepted.address ?? (network === "base" ? newAddress() : undefined);
}

/** A person marks it as resolved, as it stands. */
export async function settle(ledger: Db, id: string): Promise<void> {
  await inTransaction(ledger, async (trx) => {
    await holdTransfers(trx, [id]);
    const word = printOf(await requireStandingFacts(trx, id));
    await appendEvent(trx, id, { source: "person", kind: "handled", word, text: "Done." });
  });
}

/** Columns that no event brings. */
export async function setColumns(ledger: Db, id: string, columns: Partial<TransferRow>): Promise<void> {
  await inTransaction(ledger, async (trx) => {
    await holdTransfers(trx, [id]);
    await trx.updateTable("transfers").set(columns).where("id", "=", id).execute();
    await writeStandings(trx, [id]);
  });
}
