import { setImmediate } from "node:timers/promises";
import type { MonthParts, Part } from "#lib/features/books/month-parts";
import { lastFour } from "#lib/money/format";
import { type Amount, addAmounts } from "#lib/money/money";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { readMovements } from "#lib/server/months/closing-hash";
import { readReceived } from "#lib/server/standing/received-facts";
import type { MovementRow } from "#lib/server/tables/books/month-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import { differenceOf, expectedOf, type Received } from "#lib/transfer/received";
import { bookedOf } from "./month-lists";
import { findMonth, readMonths } from "./read-months";

/**
 * What a month's figure "reported paid" is made of, by payee, bank and person, and what is recorded now of what arrived. Invariant:
 * the parts of each view add up to the figure, to the last digit.
 */

const partsShown = 50;
/** Asked for by a person who then looks at it: a page that is loaded again has no other answer. */
const keptMs = 10_000;

const kept = new Map<string, { until: number; parts: Promise<MonthParts> }>();

/** One after the other: asked for of many months at once, they would leave no turn to anybody else. */
let turn: Promise<unknown> = Promise.resolve();

/** Throws `not_found`. Everybody who asks at the same time gets the same answer. */
export async function readParts(month: string): Promise<MonthParts> {
  const now = performance.now();
  for (const [known, { until }] of kept) if (until < now) kept.delete(known);
  const before = kept.get(month);
  if (before !== undefined) return before.parts;
  const parts = turn.then(() => computeParts(month));
  const entry = { until: Number.POSITIVE_INFINITY, parts };
  kept.set(month, entry);
  turn = parts.then(
    () => {
      entry.until = performance.now() + keptMs;
    },
    () => kept.delete(month),
  );
  return parts;
}

async function computeParts(month: string): Promise<MonthParts> {
  const ledger = await db();
  const known = await readMonths(ledger);
  const booked = bookedOf(findMonth(known, month), known);
  const [payees, banks, people] = [new Tally(), new Tally(), new Tally()];
  const arrived = new Arrived();
  for await (const rows of readMovements(ledger, booked, { kind: "paid" })) {
    // SQLite answers at once: without this pause nobody else would have a turn.
    await setImmediate();
    const ids = [...new Set(rows.map(({ transfer_id }) => transfer_id))];
    const owners = new Map((await readOwners(ledger, ids)).map((owner) => [owner.id, owner]));
    const received = await readReceived(ledger, ids);
    for (const row of rows) {
      const owner = owners.get(row.transfer_id);
      if (owner === undefined) continue;
      const account = `${owner.bank_code} ${owner.account_number}`;
      const ends = lastFour(owner.account_number);
      payees.add(owner.payee_id ?? account, row, {
        name: owner.payee ?? owner.account_name,
        detail: owner.payee_id === null ? `${owner.bank_name}, account ending in ${ends}` : null,
      });
      banks.add(owner.bank_code, row, { name: owner.bank_name, detail: null });
      people.add(owner.email ?? "", row, { name: owner.person ?? owner.email, detail: null });
      arrived.add(owner, received.get(owner.id) ?? []);
    }
  }
  return {
    ...{ month, payees: payees.parts(), banks: banks.parts(), people: people.parts() },
    ...arrived.found(),
  };
}

type Owner = Awaited<ReturnType<typeof readOwners>>[number];

function readOwners(ledger: Db, ids: readonly string[]) {
  return ledger
    .selectFrom("transfers")
    .leftJoin("payees", "payees.id", "transfers.payee_id")
    .leftJoin("transfer_events as asked", (join) =>
      join.onRef("asked.transfer_id", "=", "transfers.id").on("asked.kind", "=", "requested"),
    )
    .leftJoin("people", "people.email", "asked.person_name")
    .select(["transfers.id", "payee_id", "payees.name as payee", "account_name", "bank_code", "bank_name"])
    .select(["account_number", "accepted_output", "quote_output", "asked.person_name as email"])
    .select(calledName().as("person"))
    .where(isOneOf(ledger, "transfers.id", ids))
    .execute();
}

/** Sums by token of whatever has one key. */
class Tally {
  readonly #parts = new Map<string, Part>();

  add(key: string, { token, amount }: MovementRow, { name, detail }: Pick<Part, "name" | "detail">): void {
    const part = this.#parts.get(key) ?? { name, detail, count: 0, sums: [] };
    part.count += 1;
    plus(part, { token, count: 1, amount: amount as Amount });
    this.#parts.set(key, part);
  }

  /** Those with the most first; what has no room is one row, so that they still add up. */
  parts(): { items: Part[]; others: Part | null } {
    const all = [...this.#parts.values()].sort(
      (one, other) => other.count - one.count || ((one.name ?? "") < (other.name ?? "") ? -1 : 1),
    );
    const rest = all.slice(partsShown);
    if (rest.length === 0) return { items: all, others: null };
    const others: Part = { name: null, detail: null, count: 0, sums: [] };
    for (const part of rest) {
      others.count += part.count;
      for (const sum of part.sums) plus(others, sum);
    }
    return { items: all.slice(0, partsShown), others };
  }
}

function plus(part: Part, { token, count, amount }: Part["sums"][number]): void {
  const known = part.sums.find((sum) => sum.token === token);
  if (known === undefined) part.sums.push({ token, count, amount });
  else Object.assign(known, { count: known.count + count, amount: addAmounts(known.amount, amount) });
}

/** What is recorded of those that were paid, each once. */
class Arrived {
  readonly #seen = new Set<string>();
  readonly #differences = new Map<string, MonthParts["differences"][number]>();
  #unrecorded = { count: 0, amount: "0" as Amount };

  add({ id, accepted_output, quote_output }: Owner, received: readonly Received[]): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    const expected = expectedOf(accepted_output, quote_output);
    if (received.length === 0) {
      const { count, amount } = this.#unrecorded;
      this.#unrecorded = { count: count + 1, amount: addAmounts(amount, expected ?? ("0" as Amount)) };
    }
    for (const said of received) {
      const difference = differenceOf(said, expected);
      const why = whyOf(difference, said.reason);
      const known = this.#differences.get(`${said.source} ${why}`);
      const sum = addAmounts(known?.difference ?? ("0" as Amount), difference ?? ("0" as Amount));
      const count = (known?.count ?? 0) + 1;
      this.#differences.set(`${said.source} ${why}`, { source: said.source, why, count, difference: sum });
    }
  }

  found(): Pick<MonthParts, "unrecorded" | "differences"> {
    const differences = [...this.#differences.values()].sort((one, other) =>
      `${one.source} ${one.why}` < `${other.source} ${other.why}` ? -1 : 1,
    );
    return { unrecorded: this.#unrecorded, differences };
  }
}

function whyOf(
  difference: Amount | null,
  reason: Received["reason"],
): MonthParts["differences"][number]["why"] {
  if (difference === null) return "no_estimate";
  return /^-?[0.]+$/.test(difference) ? "as_expected" : (reason ?? "unexplained");
}
