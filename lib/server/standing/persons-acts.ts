import { sql } from "kysely";
import { env } from "#lib/server/config/env";
import { calledName } from "#lib/server/database/person-name";
import type { Db, TransferEventRow, Trx } from "#lib/server/tables/schema";
import type { Acts } from "#lib/transfer/standing/facts";
import type { EventKind } from "#lib/transfer/transfer-status";
import { type Fact, lastOf } from "./fold-rows";

/** Invariant: what a person decided holds for what stood then, which its event keeps as its word. */

type Place = Pick<TransferEventRow, "transfer_id" | "seq">;

const kinds: readonly EventKind[] = ["received", "received_withdrawn", "handled", "opened", "stopped"];

/** The last one of each kind, of those transfers that have any. */
export async function readActs(
  ledger: Db | Trx,
  facts: ReadonlyMap<string, readonly Fact[]>,
): Promise<Map<string, Acts>> {
  const places = [...facts].flatMap(([transfer_id, own]) =>
    kinds.flatMap((kind): Place[] => {
      const seq = lastOf(own, kind);
      return seq === 0 ? [] : [{ transfer_id, seq }];
    }),
  );
  const found = new Map<string, Acts>();
  if (places.length === 0) return found;
  const rows = await ledger
    .selectFrom("transfer_events")
    .leftJoin("people", "people.email", "transfer_events.person_name")
    .select(["transfer_id", "seq", "at", "kind", "word", "person_name"])
    .select(calledName().as("name"))
    // A list: a chain of conditions is too deep for SQLite where there are many.
    .where(
      sql<boolean>`(transfer_id, seq) in (values ${sql.join(
        places.map(({ transfer_id, seq }) => sql`(${transfer_id}, cast(${seq} as integer))`),
      )})`,
    )
    .execute();
  for (const id of new Set(places.map(({ transfer_id }) => transfer_id)))
    found.set(id, actsOf(rows.filter(({ transfer_id }) => transfer_id === id)));
  return found;
}

type ActRow = Pick<TransferEventRow, "seq" | "at" | "kind" | "word" | "person_name"> & {
  name: string | null;
};

function actsOf(rows: readonly ActRow[]): Acts {
  const last = (...of: EventKind[]) =>
    rows.filter(({ kind }) => of.includes(kind)).sort((one, other) => other.seq - one.seq)[0];
  const settled = last("received", "received_withdrawn", "handled");
  const decision = last("opened", "stopped");
  return {
    settled: settled === undefined || settled.kind === "received_withdrawn" ? null : (settled.word ?? ""),
    opened:
      decision?.kind === "opened"
        ? {
            at: decision.at,
            until: new Date(Date.parse(decision.at) + env().depositWindowMs).toISOString(),
            by: decision.name ?? decision.person_name ?? "",
            print: decision.word ?? "",
          }
        : null,
    isStopped: decision?.kind === "stopped",
  };
}
