import * as z from "zod/mini";
import { type Amount, readDecimal } from "#lib/money/money";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow, Trx } from "#lib/server/tables/schema";
import {
  foldReceived,
  type Received,
  type ReceivedRecord,
  type RecordEvent,
  receivedReasons,
  receivedSources,
} from "#lib/transfer/received";

import type { EventKind } from "#lib/transfer/transfer-status";

/** Invariant: a record's figures are in its event as JSON, which the audit log covers, and nowhere else. */

const Stored = z.strictObject({
  source: z.enum(receivedSources),
  amount: z.string(),
  day: z.iso.date(),
  reason: z.nullable(z.enum(receivedReasons)),
  line: z.nullable(z.string()),
});
const Withdrawn = z.strictObject({ of: z.int() });

export function storedRecord({ source, amount, day, reason, line }: ReceivedRecord): string {
  return JSON.stringify({ source, amount, day, reason, line } satisfies z.output<typeof Stored>);
}

export function storedWithdrawal(of: number): string {
  return JSON.stringify({ of } satisfies z.output<typeof Withdrawn>);
}

/** What each source says of each of these transfers, of those of which anybody said something. */
export async function readReceived(
  ledger: Db | Trx,
  ids: readonly string[],
): Promise<Map<string, readonly Received[]>> {
  const found = new Map<string, readonly Received[]>();
  if (ids.length === 0) return found;
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "seq", "at", "kind", "raw"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "in", ["received", "received_withdrawn"])
    .orderBy("seq")
    .execute();
  for (const id of new Set(rows.map(({ transfer_id }) => transfer_id)))
    found.set(
      id,
      foldReceived(rows.filter(({ transfer_id }) => transfer_id === id).flatMap((row) => toEvent(row) ?? [])),
    );
  return found;
}

/** Each record of a transfer that a person made, withdrawn or not, oldest first. */
export async function readRecords(
  ledger: Db | Trx,
  id: string,
): Promise<{ seq: number; record: ReceivedRecord }[]> {
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(["seq", "at", "kind", "raw"])
    .where("transfer_id", "=", id)
    .where("kind", "=", "received")
    .orderBy("seq")
    .execute();
  return rows.flatMap((row) => {
    const event = toEvent(row);
    return event?.kind === "received" ? [{ seq: event.seq, record: event.record }] : [];
  });
}

export function isOfReceived(kind: EventKind): boolean {
  return kind === "received" || kind === "received_withdrawn";
}

/** `undefined` for one that somebody has changed: `verify-ledger` names it. */
export function toEvent({
  seq,
  at,
  kind,
  raw,
}: Pick<TransferEventRow, "seq" | "at" | "kind" | "raw">): RecordEvent | undefined {
  if (kind === "received_withdrawn") {
    const { data } = Withdrawn.safeParse(parsed(raw));
    return data === undefined ? undefined : { seq, at, kind, of: data.of };
  }
  const { data } = Stored.safeParse(parsed(raw));
  if (kind !== "received" || data === undefined || readDecimal(data.amount) === undefined) return undefined;
  return { seq, at, kind, record: { ...data, amount: data.amount as Amount } };
}

function parsed(raw: string | null): unknown {
  try {
    return JSON.parse(raw ?? "");
  } catch {
    return undefined;
  }
}
