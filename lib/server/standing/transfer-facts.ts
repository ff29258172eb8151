import type { Amount } from "#lib/money/money";
import { isToldElsewhere } from "#lib/server/reading/other-than-asked";
import { isOneOf, prepared } from "#lib/server/tables/prepared";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import type { PaidOut, Received } from "#lib/transfer/received";
import type { Acts, SaidWord } from "#lib/transfer/standing/facts";
import { type MeaningOf, wordKey } from "#lib/transfer/status-words";
import { fold, type TransferState } from "#lib/transfer/transfer-status";
import { type DepositFacts, readDepositFacts } from "./deposit-facts";
import { evidenceOf } from "./evidence";
import { type EventsRow, type Fact, type FoldRow, foldRows, lastOf } from "./fold-rows";
import { type FundingFact, readFundings } from "./funding-facts";
import { readActs } from "./persons-acts";
import { readReceived } from "./received-facts";
import { type Arrival, arrivalsIn, paidOutIn, reportedIn } from "./said-sums";
import { meaningsOf, readTaught, type TaughtWord } from "./taught-words";
import { readTwins, type Twin } from "./twins";

/**
 * Invariant: a transfer's state is computed from one row for each fact, however often it happened, without texts or bodies.
 */

export type TransferFacts = {
  state: TransferState;
  /** What each source says the recipient got. */
  received: readonly Received[];
  /** What the service says that it paid out. */
  paidOut: PaidOut | null;
  /** The last word on it of an own account's statements. */
  isMissed: boolean;
  /** The last deposit address that its events brought, and when the first came. */
  address: string | null;
  addressAt: string | null;
  /** In the order in which they were first said. */
  words: readonly SaidWord[];
  unread: { count: number; firstAt: string | null };
  /** Those of its words whose meaning an admin said. */
  taughtWords: readonly TaughtWord[];
  /** Codes of what the creation's answer said against the question, and an update against its deposit address. */
  doubts: readonly string[];
  /** Until when its address takes a deposit, as that answer says. */
  expiresAt: string | null;
  /** How much of the deposit arrived, by what its reports say, the newest last. */
  arrivals: readonly Arrival[];
  /** What the service last said arrived. */
  reported: string | null;
  deposit: DepositFacts;
  confirmedAt: string | null;
  hasUnreadPayment: boolean;
  /** The wallet that may send. */
  funding: FundingFact | null;
  /** Other transfers that have its address or transaction ID. */
  twins: readonly Twin[];
  acts: Acts;
  /** The number of the last event. */
  lastSeq: number;
  meaningOf: MeaningOf;
  /** The numbers of the events that its creation and its status rest on. */
  evidence: number[];
};

const noDeposit: DepositFacts = { rows: [], cursor: undefined };
const noActs: Acts = { settled: null, opened: null, isStopped: false };

/** The columns that say what else must be read. */
type Asked = Pick<
  TransferRow,
  "id" | "amount" | "network" | "deposit_label" | "has_live_funding" | "is_repeated"
>;

/** By transfer ID. */
export async function readFacts(
  ledger: Db | Trx,
  rows: readonly Asked[],
): Promise<(id: string) => TransferFacts> {
  const taught = await readTaught(ledger);
  const events = byTransfer(
    await readRows(
      ledger,
      rows.map(({ id }) => id),
    ),
  );
  return gatherFacts(ledger, rows, { events, meaningOf: meaningsOf(taught), taught, isStored: false });
}

/** What is known of the events already. */
export type KnownEvents = {
  /** By transfer ID. */
  events: ReadonlyMap<string, readonly EventsRow[]>;
  meaningOf: MeaningOf;
  /** Empty where nobody is shown whose words were taught. */
  taught: readonly TaughtWord[];
  /** For what is stored of a standing: no reading of the network changes it. */
  isStored: boolean;
};

/** The facts that follow from known events, and what else they lead to. */
export async function gatherFacts(
  ledger: Db | Trx,
  rows: readonly Asked[],
  { events, meaningOf, taught, isStored }: KnownEvents,
): Promise<(id: string) => TransferFacts> {
  const facts = new Map([...events].map(([id, own]) => [id, factsIn(own)]));
  const depositOf = await readDepositFacts(
    ledger,
    rows.map((row) => ({ ...row, hasDeposits: facts.get(row.id)?.some(isOfDeposit) === true })),
    isStored,
  );
  const fundings = await readFundings(ledger, idsWhere(rows, "has_live_funding"));
  const twins = await readTwins(ledger, idsWhere(rows, "is_repeated"), meaningOf);
  const acts = await readActs(ledger, facts);
  const records = await readReceived(
    ledger,
    [...facts].flatMap(([id, own]) => (own.some(({ kind }) => kind === "received") ? [id] : [])),
  );
  const networks = new Map(rows.map(({ id, network }) => [id, network]));
  const amounts = new Map(rows.map(({ id, amount }) => [id, amount as Amount]));
  return (id) => {
    const own = facts.get(id) ?? [];
    const told = events.get(id) ?? [];
    const state = own.length === 0 ? fold([]) : foldRows(inOrder(own), meaningOf);
    const received = records.get(id) ?? [];
    const arrivals = arrivalsIn(told);
    const brought = told.filter(({ address }) => address !== null);
    const address = brought.toSorted((one, other) => one.last - other.last).at(-1)?.address ?? null;
    const { doubts, ...reports } = reportsIn(own, meaningOf);
    return {
      ...{
        state,
        received,
        paidOut: paidOutIn(told, meaningOf),
        acts: acts.get(id) ?? noActs,
        arrivals,
        meaningOf,
        ...reports,
        address,
        taughtWords: taughtIn(own, taught),
      },
      doubts: isNamedElsewhere(told, address) ? [...new Set([...doubts, "address"])] : doubts,
      expiresAt: own.find(({ kind, word }) => kind === "accepted" && word !== null)?.word ?? null,
      addressAt: brought.toSorted((one, other) => one.first - other.first)[0]?.first_at ?? null,
      reported: reportedIn(arrivals, state, { meaningOf, asked: amounts.get(id) }),
      deposit: own.length === 0 ? noDeposit : depositOf({ id, network: networks.get(id) ?? "" }),
      confirmedAt: own.find(({ kind }) => kind === "deposit_confirmed")?.last_at ?? null,
      isMissed: lastOf(own, "not_on_statement") > lastOf(own, "not_missed"),
      hasUnreadPayment: own.some(({ kind }) => kind === "deposit_unread"),
      funding: fundings.get(id) ?? null,
      twins: twins.get(id) ?? [],
      lastSeq: Math.max(0, ...own.map(({ last }) => last)),
      evidence: evidenceOf(own, state, { received, meaningOf }),
    };
  };
}

/** Each deposit has an event of its transfer. */
function isOfDeposit({ kind }: Fact): boolean {
  return kind.startsWith("deposit_");
}

function idsWhere(rows: readonly Asked[], column: "has_live_funding" | "is_repeated"): string[] {
  return rows.flatMap((row) => (row[column] === 1 ? [row.id] : []));
}

function reportsIn(own: readonly Fact[], meaningOf: MeaningOf) {
  const reports = own.filter(({ kind }) => kind === "callback").sort((one, other) => one.first - other.first);
  const words = new Map<string, SaidWord>();
  for (const { word, is_quarantined, first_at: firstAt } of reports) {
    if (word === null || word === "" || is_quarantined === 1) continue;
    const meaning = meaningOf(word);
    if (meaning === "nothing") continue;
    const key = meaning ?? `unknown ${word}`;
    if (!words.has(key)) words.set(key, { word, meaning, firstAt });
  }
  // An update without a body says nothing where an admin said so.
  const unread = reports.filter(
    (report) => report.unread !== null && !(report.unread === "empty" && meaningOf("") === "nothing"),
  );
  const doubts = own.filter(({ kind }) => kind === "creation_doubted");
  return {
    words: [...words.values()],
    unread: {
      count: unread.reduce((sum, { times }) => sum + Number(times), 0),
      firstAt: unread[0]?.first_at ?? null,
    },
    doubts: [...new Set(doubts.flatMap(({ word }) => word?.split(",") ?? []))].filter((code) => code !== ""),
  };
}

/** An update names another deposit address than the one that the transfer has. */
function isNamedElsewhere(told: readonly EventsRow[], own: string | null): boolean {
  return told.some(
    ({ kind, is_quarantined, claimed_address }) =>
      kind === "callback" && is_quarantined === 0 && isToldElsewhere(claimed_address, own),
  );
}

/** An update without a body has the empty word. */
function taughtIn(own: readonly Fact[], taught: readonly TaughtWord[]): TaughtWord[] {
  if (taught.length === 0) return [];
  const said = own.flatMap(({ kind, word, unread, is_quarantined }) => {
    if (kind !== "callback" || is_quarantined === 1) return [];
    return unread === "empty" ? [""] : word === null ? [] : [wordKey(word)];
  });
  return taught.filter(({ word }) => said.includes(word));
}

/** What equal events have in common. */
export const eventsColumns = [
  ...(["source", "kind", "word", "is_quarantined", "unread"] as const),
  ...(["address", "claimed_address", "arrived", "paid_out"] as const),
] as const;

async function readRows(
  ledger: Db | Trx,
  ids: readonly string[],
): Promise<(EventsRow & { transfer_id: string })[]> {
  if (ids.length === 0) return [];
  return ledger
    .selectFrom("transfer_events")
    .modifyFront(prepared)
    .select(["transfer_id", ...eventsColumns])
    .select(({ fn }) => [fn.min("seq").as("first"), fn.max("seq").as("last")])
    .select(({ fn }) => [fn.min("at").as("first_at"), fn.max("at").as("last_at")])
    .select(({ fn }) => fn.countAll<number | string>().as("times"))
    .where(isOneOf(ledger, "transfer_id", ids))
    .groupBy(["transfer_id", ...eventsColumns])
    .execute();
}

function byTransfer(rows: readonly (EventsRow & { transfer_id: string })[]): Map<string, EventsRow[]> {
  const found = new Map<string, EventsRow[]>();
  for (const { transfer_id, ...row } of rows) {
    const own = found.get(transfer_id);
    if (own === undefined) found.set(transfer_id, [row]);
    else own.push(row);
  }
  return found;
}

/** Whatever address or sum came with it. */
function factsIn(rows: readonly EventsRow[]): Fact[] {
  const facts = new Map<string, Fact>();
  for (const {
    address: _address,
    claimed_address: _claimed,
    arrived: _arrived,
    paid_out: _paid,
    ...row
  } of rows) {
    const key = JSON.stringify([row.source, row.kind, row.word, row.is_quarantined, row.unread]);
    const fact = facts.get(key);
    facts.set(key, fact === undefined ? row : joined(fact, row));
  }
  return [...facts.values()];
}

function joined(fact: Fact, row: Fact): Fact {
  return {
    ...fact,
    first: Math.min(fact.first, row.first),
    last: Math.max(fact.last, row.last),
    first_at: [fact.first_at, row.first_at].sort()[0] ?? row.first_at,
    last_at: [fact.last_at, row.last_at].sort()[1] ?? row.last_at,
    times: Number(fact.times) + Number(row.times),
  };
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
