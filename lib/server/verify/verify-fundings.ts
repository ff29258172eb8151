import { depositsOf } from "#lib/server/standing/funding-facts";
import type { DepositRow } from "#lib/server/tables/deposit-rows";
import type { FundingRow } from "#lib/server/tables/funding-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow, TransferRow } from "#lib/server/tables/schema";
import { type FundingState, liveFundings } from "#lib/transfer/funding";
import type { EventKind } from "#lib/transfer/transfer-status";
import { unlessUnreadable } from "./unreadable";

/** Invariant: reads only. What a wallet was asked is in its event, and its state follows from its events and deposits. */

type FundingFault = { transferId: string; text: string };
type FundEvent = Pick<TransferEventRow, "source" | "kind" | "at" | "text"> & {
  asked: Record<string, unknown>;
};

const ofWallets = ["fund_asked", "fund_sent", "fund_not_sent", "fund_unsure", "fund_failed", "fund_closed"];
const stateAfter: Partial<Record<EventKind, FundingState>> = {
  fund_asked: "asked",
  fund_sent: "sent",
  fund_not_sent: "not_sent",
  fund_unsure: "unsure",
  fund_failed: "failed",
  fund_closed: "closed",
};

/** A clock may be set back meanwhile. */
const clockMs = 60_000;

/** Of a page of transfers, whose deposits are given. */
export async function verifyFundings(
  ledger: Db,
  rows: readonly Pick<TransferRow, "id" | "has_live_funding">[],
  depositsOfTransfer: (id: string) => readonly DepositRow[],
): Promise<FundingFault[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const fundings = await ledger
    .selectFrom("fundings")
    .selectAll()
    .where(isOneOf(ledger, "transfer_id", ids))
    .execute();
  const events = await readEvents(ledger, ids);
  const faults = fundings.flatMap((row) => {
    const own = () => faultOf(row, events.get(row.id)?.told ?? [], depositsOfTransfer(row.transfer_id));
    const found = unlessUnreadable(() => ({ said: own() }));
    const said = found === undefined ? "has a value that makes no sense" : found.said;
    return said === undefined
      ? []
      : [{ transferId: row.transfer_id, text: `wallet request ${row.id} ${said}` }];
  });
  const known = new Set(fundings.map(({ id }) => id));
  const removed = [...events].filter(([id]) => !known.has(id));
  const live = new Set(fundings.flatMap((row) => (isLive(row.state) ? [row.transfer_id] : [])));
  const wrong = rows.filter(({ id, has_live_funding }) => live.has(id) !== (has_live_funding === 1));
  return [
    ...faults,
    ...wrong.map(({ id, has_live_funding }) => ({
      transferId: id,
      text: `has_live_funding is stored as ${has_live_funding}, its wallet requests say otherwise`,
    })),
    ...removed.map(([id, { transferId }]) => ({ transferId, text: `wallet request ${id} was removed` })),
  ];
}

/** By funding, in their order. */
async function readEvents(
  ledger: Db,
  ids: readonly string[],
): Promise<Map<string, { transferId: string; told: FundEvent[] }>> {
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "source", "kind", "at", "text", "raw"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "in", ofWallets as EventKind[])
    .orderBy("transfer_id")
    .orderBy("seq")
    .execute();
  const events = new Map<string, { transferId: string; told: FundEvent[] }>();
  for (const { transfer_id: transferId, source, kind, at, text, raw } of rows) {
    const asked = readObject(raw);
    const id = String(asked.funding);
    const own = events.get(id) ?? { transferId, told: [] };
    own.told.push({ source, kind, at, text, asked });
    events.set(id, own);
  }
  return events;
}

function faultOf(
  row: FundingRow,
  told: readonly FundEvent[],
  deposits: readonly DepositRow[],
): string | undefined {
  const [first] = told;
  if (first?.kind !== "fund_asked") return "was inserted: no event has asked a wallet";
  const { chainId, contract, to, units, from } = first.asked;
  const terms = [`${chainId}`, contract, to, units, from, first.text];
  const stored = [row.chain_id, row.contract, row.to_address, row.units, row.from_address, row.wallet];
  if (stored.some((value, at) => value !== terms[at]))
    return "was changed: its event asked for something else";
  if (row.hash !== hashIn(told)) return "names another transaction than its events";
  // A later time would keep a wallet that never answered off every list.
  const said = told.findLast(({ kind }) => stateAfter[kind] === row.state);
  if (isAfter(row.asked_at, first) || (isLive(row.state) && isAfter(row.changed_at, said)))
    return "is stored with a later time than its event";
  const states = stateOf(row, told, deposits);
  if (states.includes(row.state)) return undefined;
  return `is stored as ${row.state}, its events and deposits say ${states.join(" or ")}`;
}

/** The row's time is taken a moment before the event's. */
function isAfter(stored: string, event: FundEvent | undefined): boolean {
  return event !== undefined && Date.parse(stored) > Date.parse(event.at) + clockMs;
}

/** The first that its wallet named stays. */
function hashIn(told: readonly FundEvent[]): string | null {
  const hash = told.find(({ kind, asked }) => kind === "fund_sent" && asked.hash !== undefined)?.asked.hash;
  return hash === undefined ? null : String(hash).toLowerCase();
}

/** An end stands whatever is heard later, but a failure that a reorganisation took back; a deposit that is gone again leaves what was sent. */
function stateOf(
  row: FundingRow,
  told: readonly FundEvent[],
  deposits: readonly DepositRow[],
): FundingState[] {
  const revived = told.findLastIndex(({ source, kind }) => source === "chain" && kind === "fund_unsure");
  const states = told.slice(Math.max(0, revived)).flatMap(({ kind }) => stateAfter[kind] ?? []);
  const end = states.find((state) => !isLive(state));
  if (end !== undefined) return [end];
  const own = depositsOf(row, deposits);
  if (own.some(({ state }) => state !== "gone")) return ["arrived"];
  const last = states.at(-1) ?? "asked";
  return own.length > 0 ? [last, "sent"] : [last];
}

function isLive(state: FundingState): boolean {
  return liveFundings.some((live) => live === state);
}

function readObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
