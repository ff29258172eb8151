import "server-only";
import { type Kysely, sql } from "kysely";

/** The columns that this migration reads and writes. */
type Tables = {
  transfers: {
    id: string;
    updated_at: string;
    address: string | null;
    transaction_id: string | null;
    is_contradicted: number;
    is_handled: number;
  };
  transfer_events: {
    transfer_id: string;
    seq: number;
    at: string;
    source: string;
    person_name: string | null;
    kind: string;
    text: string | null;
    raw: string | null;
    raw_encoding: string | null;
    is_truncated: number;
    body_hash: string | null;
    deliveries: number;
    claimed_id: string | null;
    claimed_address: string | null;
    word: string | null;
    is_quarantined: number;
  };
};

/**
 * The migration that lets two sources contradict each other about an address or a transaction ID, part of a migration that
 * never changes: what each event names, whether that is open, and the value by which a sender knows its claim again.
 */
export async function addContradictions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("transfers")
    .addColumn("is_contradicted", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("transfers").addColumn("claim_mark", "text").execute();
  await db.schema.alterTable("transfer_events").addColumn("claimed_address", "text").execute();
  for (const statement of statements) await sql.raw(statement).execute(db);
  await flagLateAnswers(db as Kysely<Tables>);
}

const statements = [
  "drop index transfers_needing",
  `create index transfers_needing on transfers (created_at, id) where is_handled = 0 and (
    submission = 'unknown' or has_late_deposit = 1 or is_repeated = 1 or is_contradicted = 1
    or address_check = 'invalid' or (address is null and submission = 'accepted')
    or status in ('conflicting', 'refunding', 'refunded', 'refund_failed', 'failed', 'expired',
      'cancelled_by_service', 'on_hold'))`,
  // Addresses that nobody holds were taken for valid ones.
  `update transfers set address_check = 'invalid' where address_check = 'valid' and (
    lower(address) like '0x000000000000000000000000000000000000____'
    or lower(address) in ('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '0xffffffffffffffffffffffffffffffffffffffff')
    or address in ('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
      '11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'))`,
];

/** An answer that came after a person had entered an address was kept as a note, whatever address it had. */
async function flagLateAnswers(ledger: Kysely<Tables>): Promise<void> {
  const late = await ledger
    .selectFrom("transfer_events")
    .innerJoin("transfers", "transfers.id", "transfer_events.transfer_id")
    .select(["transfers.id", "transfers.address", "transfers.transaction_id", "raw"])
    .where("kind", "=", "note")
    .where("source", "=", "service_answer")
    .where("raw", "is not", null)
    .where("transfers.address", "is not", null)
    .execute();
  for (const { id, address, transaction_id, raw } of late) {
    const named = readNames(raw ?? "");
    if (named === undefined) continue;
    if (named.address === address && named.transactionId === transaction_id) continue;
    await flag(ledger, id, named, { address, transactionId: transaction_id });
  }
}

type Names = { address: string | null; transactionId: string | null };

function readNames(raw: string): Names | undefined {
  try {
    const { success, address, transactionId } = JSON.parse(raw) as Record<string, unknown>;
    if (success !== true || typeof address !== "string" || typeof transactionId !== "string")
      return undefined;
    return { address, transactionId };
  } catch {
    return undefined;
  }
}

async function flag(ledger: Kysely<Tables>, id: string, named: Names, standing: Names): Promise<void> {
  const at = new Date().toISOString();
  const { last } = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.max("seq").as("last"))
    .where("transfer_id", "=", id)
    .executeTakeFirstOrThrow();
  const event = {
    transfer_id: id,
    at,
    person_name: null,
    raw: null,
    raw_encoding: null,
    is_truncated: 0,
    body_hash: null,
    deliveries: 1,
    word: null,
    is_quarantined: 0,
  };
  const text = "The service’s answer came late and named another address or transaction ID.";
  await ledger
    .insertInto("transfer_events")
    .values([
      {
        ...event,
        seq: Number(last) + 1,
        source: "service_answer",
        kind: "note",
        text,
        claimed_id: named.transactionId,
        claimed_address: named.address,
      },
      {
        ...event,
        seq: Number(last) + 2,
        source: "dashboard",
        kind: "contradicted",
        text: null,
        claimed_id: standing.transactionId,
        claimed_address: standing.address,
      },
    ])
    .execute();
  await ledger
    .updateTable("transfers")
    .set({ is_contradicted: 1, is_handled: 0, updated_at: at })
    .where("id", "=", id)
    .execute();
}
