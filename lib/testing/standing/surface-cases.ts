import { randomBytes, randomUUID } from "node:crypto";
import { randomFrom } from "#lib/bench/seed/random";
import { inTransaction } from "#lib/server/audit/transaction";
import { hashToken } from "#lib/server/credentials/token-hash";
import { appendEvent, holdTransfers, type NewEvent } from "#lib/server/ledger/transfer-ledger";
import { requireStandingFacts } from "#lib/server/standing/standing-facts";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { type Arrival, arrive, vanish } from "#lib/testing/ledger/give-deposits";
import {
  dispatched,
  giveLife,
  newAddress,
  says,
  sent,
  setColumns,
  settle,
  unanswered,
} from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { printOf } from "#lib/transfer/standing/print";

/** A sample of what transfers can be, on a real ledger: what the service, the network, the addresses and we say. */

const updates: Record<string, NewEvent[]> = {
  nothing: [],
  ...Object.fromEntries(
    [
      ...["awaiting_deposit", "deposit_received", "deposit_short", "processing", "paid", "expired"],
      ...["quote_locked", "on_hold", "refunded", "cancelled"],
    ].map((word) => [word, [says(word)]]),
  ),
  "paid, then unknown": [says("paid"), says("quote_locked")],
  "paid, then reversed": [says("paid"), says("reversed")],
  "paid, 60 of it": [says("paid", { arrived: "60" })],
  "paid, and a naira of it": [says("paid", { paid_out: "1" })],
  unread: [says("", { word: null, unread: "cut" })],
  foreign: [says("paid", { unread: "foreign", is_quarantined: 1, claimed_id: "txn_of_another" })],
};

const waiting = { nothing: [], awaiting_deposit: [] };

type Part = Pick<Arrival, "units" | "isOther" | "isConfirmed"> & { isElsewhere?: boolean };
const parts: Record<string, Part[]> = {
  nothing: [],
  ...{ exact: [{ units: 100 }], short: [{ units: 60 }], over: [{ units: 160 }] },
  seen: [{ units: 100, isConfirmed: false }],
  "two parts": [{ units: 60 }, { units: 40 }],
  other: [{ units: 100, isOther: true }],
  "exact, and another token": [{ units: 100 }, { units: 5, isOther: true }],
  elsewhere: [{ units: 100, isElsewhere: true }],
  gone: [{ units: 100 }],
  unread: [],
};

type Given = { answer?: NewEvent[]; columns?: (row: TransferRow) => Partial<TransferRow> };
const addresses: Record<string, Given> = {
  own: {},
  "two of them": { answer: [{ source: "dashboard", kind: "contradicted" }] },
  changed: { columns: () => ({ address: newAddress() }) },
  invalid: { columns: () => ({ address_check: "invalid" }) },
  unchecked: { columns: () => ({ address_check: "unchecked" }) },
  repeated: { columns: () => ({ is_repeated: 1 }) },
  "another amount in the answer": {
    answer: [{ source: "service_answer", kind: "creation_doubted", word: "amount" }],
  },
  "with a memo": { columns: () => ({ memo: "77" }) },
};

type Own = {
  events?: NewEvent[];
  columns?: Partial<TransferRow>;
  act?: (ledger: Db, id: string) => Promise<void>;
};
const ours: Record<string, Own> = {
  nothing: {},
  settled: { act: settle },
  opened: { act: open },
  stopped: { events: [{ source: "person", kind: "stopped" }] },
  dropped: { columns: { has_dropped_callbacks: 1 } },
  withdrawn: { columns: { is_payment_withdrawn: 1 } },
};
/** What the creation came to; a transfer that was not accepted has no address. */
const creations: Record<string, NewEvent[]> = {
  accepted: sent,
  unknown: [dispatched, unanswered],
  rejected: [dispatched, { source: "service_answer", kind: "rejected" }],
};

export type SurfaceCase = {
  id: string;
  /** In words, for whoever reads a failure. */
  name: string;
  /** Of a payer's link that was made while nobody had said anything. */
  token: string;
};
type Picked = SurfaceCase & {
  row: TransferRow;
  made: string;
  word: string;
  part: string;
  given: string;
  own: string;
};

/** Each value of each source many times, in ever different company. `person` made the links. */
export async function giveSurfaceCases(ledger: Db, count: number, person: string): Promise<SurfaceCase[]> {
  const random = randomFrom(count);
  const cases = Array.from({ length: count }, (_, at) => pickCase(random, at));
  await insertTransfers(
    ledger,
    cases.map(({ row }) => row),
  );
  await inGroups(
    cases,
    ({ made }) => made,
    (ids, made) => giveLife(ledger, ids, creations[made] ?? []),
  );
  await giveLinks(ledger, cases, person);
  for (const each of cases) {
    const row = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where("id", "=", each.id)
      .executeTakeFirstOrThrow();
    each.row = row;
    const columns = { ...addresses[each.given]?.columns?.(row), ...ours[each.own]?.columns };
    const isAccepted = each.made === "accepted";
    if (isAccepted && Object.keys(columns).length > 0) await setColumns(ledger, each.id, columns);
  }
  const said = ({ word, given, own, part }: Picked) => [word, given, own, part === "unread"].join(" / ");
  await inGroups(cases, said, (ids, _name, { word, given, own, part }) =>
    giveLife(ledger, ids, [
      ...(addresses[given]?.answer ?? []),
      ...(updates[word] ?? []),
      ...(ours[own]?.events ?? []),
      ...(part === "unread" ? [{ source: "chain", kind: "deposit_unread" } as const] : []),
    ]),
  );
  await arrive(ledger, ...cases.flatMap(arrivalsOf));
  for (const { id, part } of cases) if (part === "gone") await vanish(ledger, id);
  for (const { id, own } of cases) await ours[own]?.act?.(ledger, id);
  return cases.map(({ id, name, token }) => ({ id, name, token }));
}

/** Most are accepted, and each source has its say in turn, so that no value is left out. */
function pickCase(random: () => number, at: number): Picked {
  const pick = (from: object, turn: number) => {
    const names = Object.keys(from);
    return names[(turn + Math.floor(random() * 2)) % names.length] ?? "";
  };
  const made = at % 12 === 0 ? (at % 24 === 0 ? "unknown" : "rejected") : "accepted";
  const row = {
    ...randomTransfer(random, new Date().toISOString()),
    ...{ asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" },
  };
  // A third is plain but for one thing, or hardly any would be open.
  const isPlain = at % 3 === 0;
  const [word, part] = [
    isPlain && at % 4 < 3 ? pick(waiting, at) : pick(updates, at),
    isPlain && at % 5 < 4 ? "nothing" : pick(parts, Math.floor(at / 5)),
  ];
  const given = isPlain || random() < 0.4 ? "own" : pick(addresses, Math.floor(at / 3));
  const own = isPlain || random() < 0.4 ? "nothing" : pick(ours, Math.floor(at / 7));
  const name = [made, word, part, given, own].join(" / ");
  return {
    id: row.id,
    name,
    token: randomBytes(32).toString("base64url"),
    row,
    made,
    word,
    part,
    given,
    own,
  };
}

function arrivalsOf({ id, row, part }: Picked): Arrival[] {
  return (parts[part] ?? []).map(({ isElsewhere, units, ...more }) => ({
    ...{ id, units: units * 1_000_000, ...more },
    address: isElsewhere === true || row.address === null ? newAddress() : row.address,
  }));
}

async function inGroups(
  cases: readonly Picked[],
  nameOf: (each: Picked) => string,
  act: (ids: string[], name: string, first: Picked) => Promise<void>,
): Promise<void> {
  const groups = new Map<string, Picked[]>();
  for (const each of cases) groups.set(nameOf(each), [...(groups.get(nameOf(each)) ?? []), each]);
  for (const [name, group] of groups) {
    const [first] = group;
    if (first !== undefined)
      await act(
        group.map(({ id }) => id),
        name,
        first,
      );
  }
}

async function giveLinks(ledger: Db, cases: readonly Picked[], person: string): Promise<void> {
  const now = Date.now();
  const links = cases.map(({ id, token }) => ({
    ...{
      id: randomUUID(),
      token_hash: hashToken(token),
      transfer_id: id,
      payee_name: "Ada",
      reference: null,
    },
    ...{ shows_bank: 0, created_by: person, created_at: new Date(now).toISOString(), cover_key: "" },
    ...{ expires_at: new Date(now + 24 * 3_600_000).toISOString(), ended_at: null, ended_by: null },
  }));
  for (let at = 0; at < links.length; at += 200)
    await ledger
      .insertInto("pay_links")
      .values(links.slice(at, at + 200))
      .execute();
}

/** A person of finance opens it with all that stands before their eyes. */
async function open(ledger: Db, id: string): Promise<void> {
  await inTransaction(ledger, async (trx) => {
    await holdTransfers(trx, [id]);
    const word = printOf(await requireStandingFacts(trx, id));
    await appendEvent(trx, id, { source: "person", kind: "opened", word, person_name: "ada@example.com" });
  });
}
