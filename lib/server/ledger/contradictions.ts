import { isSameAddress } from "#lib/asset/address";
import type { Claim } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { ResolutionInput } from "#lib/contract/records";
import { addressColumns } from "#lib/server/standing/addresses";
import { writeDepositLabel } from "#lib/server/standing/deposit-facts";
import type { Trx } from "#lib/server/tables/schema";
import type { HeldTransfer, JudgedEvent } from "./held-transfer";
import { judgeCallbacks } from "./own-id";
import { markRepeats } from "./repeats";
import { appendEvent, broughtBy, type NewEvent } from "./transfer-ledger";

/**
 * Invariant: while two sources differ on an address or transaction ID, no address is shown until a person chooses. An ID in
 * the service's own answer stays.
 */

export type Named = { transactionId: string | null; address: string | null };

/** Also compares with what others have named since a person chose. */
export function isContradiction({ row, events }: HeldTransfer, named: Named): boolean {
  const standing = { transactionId: row.transaction_id, address: row.address };
  const chosen = events.findLastIndex(({ kind }) => kind === "address_chosen");
  const others = events
    .slice(chosen + 1)
    .filter(({ kind }) => kind !== "contradicted")
    .map((event) => ({ transactionId: event.claimed_id, address: event.claimed_address }));
  return [standing, ...others].some((other) => differs(other, named));
}

/** Call it after the event that differs. */
export async function flagContradiction(trx: Trx, { row, events }: HeldTransfer): Promise<void> {
  const last = events.findLast(({ kind }) => kind === "contradicted" || kind === "address_chosen");
  if (last?.kind === "contradicted") return;
  await appendEvent(trx, row.id, {
    source: "dashboard",
    kind: "contradicted",
    claimed_id: row.transaction_id,
    claimed_address: row.address,
  });
}

function differs(one: Named, other: Named): boolean {
  const isOtherId =
    one.transactionId !== null &&
    other.transactionId !== null &&
    one.transactionId.trim() !== other.transactionId.trim();
  return (
    isOtherId ||
    (one.address !== null && other.address !== null && !isSameAddress(one.address, other.address))
  );
}

/** By event, in their order. */
export function claimsIn(events: readonly JudgedEvent[]): Claim[] {
  const flagged = events.find(({ kind }) => kind === "contradicted");
  if (flagged === undefined) return [];
  const others = events.filter(({ kind }) => kind !== "contradicted");
  const named = new Set([null, ...others.map(({ claimed_id }) => claimed_id)]);
  return events.flatMap(({ seq, at, kind, called, person_name, ...event }) => {
    // This dashboard wrote the event, but the service named what is in it.
    const answered = kind === "contradicted" ? "service_callback" : "service_answer";
    const source = event.source === "dashboard" ? answered : event.source;
    if (kind === "address_chosen") return [];
    // An ID without an address, which nobody else named, came by a callback.
    const isCallbacks = event.claimed_address === null && !named.has(event.claimed_id);
    if (kind === "contradicted" && !isCallbacks) return [];
    const { claimed_id, claimed_address } = event;
    if (claimed_id === null && claimed_address === null) return [];
    const person = called ?? person_name;
    return [{ event: seq, at, source, person, transactionId: claimed_id, address: claimed_address }];
  });
}

/** Callbacks are then judged by the transaction ID that stays. */
export async function chooseAddress(
  trx: Trx,
  { row, events }: HeldTransfer,
  input: Extract<ResolutionInput, { outcome: "address" }>,
  said: NewEvent,
): Promise<void> {
  const last = events.findLast(({ kind }) => kind === "contradicted" || kind === "address_chosen");
  if (last?.kind !== "contradicted" || row.submission !== "accepted")
    throw refusal("There aren't two addresses to choose from.");
  const claims = claimsIn(events);
  const chosen = claims.find(({ event }) => `${event}` === input.event);
  if (chosen === undefined || chosen.address === null)
    throw refusal("This isn't one of the addresses that were given.");
  if (`${claims.at(-1)?.event}` !== input.newest)
    throw refusal("Another address or transaction ID has come in. Compare again.");
  const transactionId = answeredId(events) ?? chosen.transactionId ?? row.transaction_id;
  const patch = { transaction_id: transactionId, ...addressColumns(row.asset, chosen.address) };
  await trx.updateTable("transfers").set(patch).where("id", "=", row.id).execute();
  await writeDepositLabel(trx, { ...row, ...patch });
  await judgeCallbacks(trx, { id: row.id, own: transactionId });
  await appendEvent(trx, row.id, {
    ...said,
    ...broughtBy(patch),
    claimed_id: transactionId,
    claimed_address: chosen.address,
  });
  await markRepeats(trx, row.id);
}

/** Also from an answer that came too late to count: nobody else's ID replaces it. */
function answeredId(events: readonly JudgedEvent[]): string | null {
  const answer = events.find(({ source, claimed_id }) => source === "service_answer" && claimed_id !== null);
  return answer?.claimed_id ?? null;
}

export function refusal(detail: string): Problem {
  return new Problem("not_resolvable", `${detail} Nothing was changed.`);
}
