import "server-only";
import type { Transfer } from "#lib/contract/api";
import { isOneOf, prepared } from "#lib/server/tables/prepared";
import type { Db, TransferEventRow, TransferRow, Trx } from "#lib/server/tables/schema";
import { canonicalSettlement } from "#lib/transfer/status-words";
import { type EventKind, fold, stateAfter, type TransferState } from "#lib/transfer/transfer-status";
import { type DepositFacts, readDepositFacts } from "./deposit-facts";
import { readFundings } from "./funding-facts";
import { type FoldRow, foldRows } from "./transfer-ledger";

/**
 * Invariant: a transfer's state is computed from one row for each fact, however often it happened, without texts or bodies.
 */

/** With the numbers of the first and the last such event. */
type Fact = FoldRow & { first: number; last: number };

/** `word` is what the same report says of the status. */
type Arrival = { word: string; arrived: string };

export type TransferFacts = {
  state: TransferState;
  /** Null where nobody matched it, or it was undone. */
  matchedAt: string | null;
  /** The last deposit address that its events brought. */
  address: string | null;
  /** How much of the deposit arrived, by what its reports say, the newest last. */
  arrivals: readonly Arrival[];
  deposit: DepositFacts;
  /** The wallet that may send. */
  funding: Transfer["funding"];
  /** The numbers of the events that its creation and its status rest on. */
  evidence: number[];
};

const none: TransferFacts = {
  ...{ state: fold([]), matchedAt: null, address: null, arrivals: [], evidence: [] },
  deposit: { rows: [], cursor: undefined },
  funding: null,
};

/** By transfer ID. */
export async function readFacts(
  ledger: Db | Trx,
  rows: readonly Pick<TransferRow, "id" | "network" | "deposit_label" | "has_live_funding">[],
): Promise<(id: string) => TransferFacts> {
  const ids = rows.map(({ id }) => id);
  const facts = new Map<string, Fact[]>();
  for (const { transfer_id, ...fact } of await readRows(ledger, ids)) {
    const own = facts.get(transfer_id);
    if (own === undefined) facts.set(transfer_id, [fact]);
    else own.push(fact);
  }
  const matches = new Map([...facts].map(([id, own]) => [id, lastMatch(id, own)]));
  const addresses = await readAddresses(ledger, ids);
  const said = await readArrivals(ledger, facts);
  const depositOf = await readDepositFacts(ledger, rows);
  const fundings = await readFundings(
    ledger,
    rows.flatMap(({ id, has_live_funding }) => (has_live_funding === 1 ? [id] : [])),
  );
  const networks = new Map(rows.map(({ id, network }) => [id, network]));
  const times = await readTimes(ledger, [...matches.values()].flat());
  const found = new Map(
    [...facts].map(([id, own]): [string, TransferFacts] => {
      const state = foldRows(inOrder(own));
      const evidence = evidenceOf(own, state, matches.get(id) ?? []);
      const address = addresses.get(id) ?? null;
      const arrivals = said.filter(({ transfer_id }) => transfer_id === id);
      const deposit = depositOf({ id, network: networks.get(id) ?? "" });
      return [
        id,
        {
          state,
          matchedAt: times.get(id) ?? null,
          address,
          arrivals,
          deposit,
          funding: fundings.get(id) ?? null,
          evidence,
        },
      ];
    }),
  );
  return (id) => found.get(id) ?? none;
}

async function readRows(ledger: Db | Trx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return ledger
    .selectFrom("transfer_events")
    .modifyFront(prepared)
    .select(["transfer_id", "source", "kind", "word", "is_quarantined"])
    .select(({ fn }) => [fn.min("seq").as("first"), fn.max("seq").as("last")])
    .where(isOneOf(ledger, "transfer_id", ids))
    .groupBy(["transfer_id", "source", "kind", "word", "is_quarantined"])
    .execute();
}

async function readAddresses(ledger: Db | Trx, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "address"])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("address", "is not", null)
    .orderBy("seq")
    .execute();
  return new Map(rows.map(({ transfer_id, address }) => [transfer_id, address]));
}

/** Only of those with a report that says short or over. */
async function readArrivals(
  ledger: Db | Trx,
  facts: ReadonlyMap<string, readonly Fact[]>,
): Promise<(Arrival & { transfer_id: string })[]> {
  const saysAmount = ({ word }: Fact) => {
    const meaning = word === null ? undefined : canonicalSettlement(word);
    return meaning === "deposit_short" || meaning === "deposit_over";
  };
  const ids = [...facts].flatMap(([id, own]) => (own.some(saysAmount) ? [id] : []));
  if (ids.length === 0) return [];
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "word", "arrived"])
    .select(({ fn }) => fn.max("seq").as("last"))
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("arrived", "is not", null)
    .where("is_quarantined", "=", 0)
    .groupBy(["transfer_id", "word", "arrived"])
    .orderBy("last")
    .execute();
  return rows.flatMap(({ transfer_id, word, arrived }) =>
    word === null || arrived === null ? [] : [{ transfer_id, word, arrived }],
  );
}

/** The first and last of each: `fold` says the same of them as of all events. */
function inOrder(facts: readonly Fact[]): FoldRow[] {
  return facts
    .flatMap((fact) => [
      { seq: fact.first, fact },
      { seq: fact.last, fact },
    ])
    .sort((one, other) => one.seq - other.seq)
    .map(({ fact }) => fact);
}

type Place = Pick<TransferEventRow, "transfer_id" | "seq">;

function lastMatch(transfer_id: string, facts: readonly Fact[]): Place[] {
  const lastOf = (kind: EventKind) =>
    Math.max(0, ...facts.map((fact) => (fact.kind === kind ? fact.last : 0)));
  const seq = lastOf("matched");
  return seq > lastOf("unmatched") ? [{ transfer_id, seq }] : [];
}

async function readTimes(ledger: Db | Trx, places: readonly Place[]): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(["transfer_id", "at"])
    .where(({ eb, or, and }) =>
      or(
        places.map(({ transfer_id, seq }) => and([eb("transfer_id", "=", transfer_id), eb("seq", "=", seq)])),
      ),
    )
    .execute();
  return new Map(rows.map(({ transfer_id, at }) => [transfer_id, at]));
}

function evidenceOf(facts: readonly Fact[], state: TransferState, match: readonly Place[]): number[] {
  // That it was sent says nothing of the outcome.
  const decided = facts.flatMap(({ kind, last }) =>
    stateAfter[kind] && kind !== "dispatched" ? [last] : [],
  );
  const seqs = new Set([...decided, ...match.map(({ seq }) => seq), ...reportsBehind(facts, state)]);
  return [...seqs].sort((one, other) => one - other);
}

/** The first reports of what the status now says, by number. */
function reportsBehind(
  facts: readonly Fact[],
  { status, statusSource, unknownWords, flags }: TransferState,
): number[] {
  const isReported = statusSource === "service_callback" || flags.includes("late_callback_contradicts");
  if (!isReported) return [];
  const reports = facts
    .filter(({ kind, is_quarantined }) => kind === "callback" && is_quarantined === 0)
    .sort((one, other) => one.first - other.first);
  const firstOf = (isSaid: (word: string) => boolean) =>
    reports.find(({ word }) => word !== null && isSaid(word))?.first;
  const settlements = status === "conflicting" ? ["paid", "failed"] : [status];
  const said = settlements.flatMap(
    (settlement) => firstOf((word) => canonicalSettlement(word) === settlement) ?? [],
  );
  if (said.length > 0) return said;
  const first = firstOf((word) => word === unknownWords[0]) ?? reports[0]?.first;
  return first === undefined ? [] : [first];
}
