import { expect, it } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import type { MonthDetail, MovementPage } from "#lib/features/books/month-answers";
import { type Amount, addAmounts, subtractAmounts } from "#lib/money/money";
import { db } from "#lib/server/database/db";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { at, monthsAgo, openTransfer } from "#lib/testing/books/months";
import { giveLife, says } from "#lib/testing/ledger/give-life";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

/**
 * Transfers live through three months, are reported late and come back, while months are closed. Each figure of each month is held
 * against a plain count over the lives, which knows no movements.
 */

const histories = Number.parseInt(process.env.MONTH_HISTORIES || "5000", 10);
const seed = Number.parseInt(process.env.RACE_SEED || `${Date.now() % 2 ** 31}`, 10);
const livesOfLedger = 100;
const livesBetweenLooks = 20;
const months = [3, 2, 1].map(monthsAgo);

const words = ["deposit_received", "processing", "completed", "failed", "reversed", "refunding", "refunded"];
const ends = ["expired", "cancelled", "completed", "failed"];

type Place = "open" | "paid" | "failed" | "never";
/** One after each event: where its transfer was then, and the month that it counts in, which is a later one where its own is closed. */
type Change = { month: string; place: Place; isLate: boolean };
type Life = { amount: Amount; changes: Change[] };

const places: Record<string, Place> = {
  ...{ paid: "paid", failed: "failed", reversed: "failed", refunding: "failed", refunded: "failed" },
  ...{ refund_failed: "failed", expired: "never", cancelled_by_service: "never" },
};

type Sum = { count: number; amount: Amount };
const none: Sum = { count: 0, amount: "0" as Amount };
const plus = (sum: Sum, amount: Amount): Sum => ({
  count: sum.count + 1,
  amount: addAmounts(sum.amount, amount),
});

/** Of one month, by looking at each life. */
function countedOf(lives: readonly Life[], month: string) {
  const figures = { created: none, back: none, paid: none, failed: none, never: none, end: none };
  for (const { amount, changes } of lives) {
    let before: Place | undefined;
    for (const { month: of, place } of changes) {
      const moves: (keyof typeof figures)[] = [];
      if (before === undefined) moves.push("created");
      else if (before !== "open" && before !== place) moves.push("back");
      if (place !== "open" && place !== before) moves.push(place);
      if (of === month) for (const move of moves) figures[move] = plus(figures[move], amount);
      before = place;
    }
    const last = changes.filter((change) => change.month <= month).at(-1);
    if (last?.place === "open") figures.end = plus(figures.end, amount);
  }
  return figures;
}

/** Noon of any day but the last. */
const momentOf = (month: string, pick: (below: number) => number) =>
  `${month}-${`${1 + pick(27)}`.padStart(2, "0")}T12:00:00.000Z`;

async function liveOne(pick: (below: number) => number, closed: ReadonlySet<string>): Promise<Life> {
  const ledger = await db();
  const amount = `${1 + pick(1_000_000)}.${`${pick(10 ** 6)}`.padStart(6, "0")}` as Amount;
  const changeTo = (place: Place, month: string): Change => {
    const counts = months.find((each) => each >= month && !closed.has(each)) ?? month;
    return { month: counts, place, isLate: counts !== month };
  };
  let place = pick(months.length);
  let month = months[place] ?? "";
  const id = await openTransfer(momentOf(month, pick), amount);
  const changes: Change[] = [changeTo("open", month)];
  const told = Array.from({ length: pick(5) }, () => (pick(4) === 0 ? ends : words));
  for (const some of told) {
    if (pick(2) === 0) place = Math.min(months.length - 1, place + 1);
    month = months[place] ?? "";
    const word = some[pick(some.length)] ?? "completed";
    await giveLife(ledger, [id], [at(momentOf(month, pick), says(word))]);
    const { status } = await ledger
      .selectFrom("transfers")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    changes.push(changeTo(places[status ?? ""] ?? "open", month));
  }
  return { amount, changes };
}

async function look({ send }: TestDashboard, lives: readonly Life[], title: string): Promise<number> {
  let looked = 0;
  let end = none;
  for (const month of months) {
    const { body } = await send<MonthDetail>("GET", `/api/months/${month}`);
    const shown = body.figures?.tokens.find(({ token }) => token === "USDC");
    const counted = countedOf(lives, month);
    for (const [figure, sum] of Object.entries(counted)) {
      expect(shown?.[figure as keyof typeof counted] ?? none, `${title}, ${month}: ${figure}`).toEqual(sum);
      looked += 1;
    }
    expect(shown?.start ?? none, `${title}, ${month}: start`).toEqual(end);
    const { created, back, paid, failed, never } = counted;
    const came = [created, back].reduce((sum, each) => addAmounts(sum, each.amount), end.amount);
    expect([paid, failed, never].reduce((sum, each) => subtractAmounts(sum, each.amount), came)).toBe(
      counted.end.amount,
    );
    end = counted.end;
  }
  return looked;
}

/** How many transfers the list behind a figure has. */
async function countList({ send }: TestDashboard, month: string, list: string): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `list=${list}&token=USDC${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const path = `/api/months/${month}/movements?${query}`;
    const body: MovementPage = (await send<MovementPage>("GET", path)).body;
    count += body.items.length;
    cursor = body.nextCursor;
  }
  return count;
}

async function closeNext({ send }: TestDashboard, closed: Set<string>): Promise<void> {
  const month = months.find((each) => !closed.has(each));
  if (month === undefined) return;
  const { body } = await send<MonthDetail>("GET", `/api/months/${month}`);
  const { status } = await send("POST", `/api/months/${month}/close`, { body: { seen: body.seen } });
  expect(status).toBe(200);
  closed.add(month);
}

it(`adds up in ${histories} histories as a plain count does, from seed ${seed}`, async () => {
  const random = randomFrom(seed);
  const pick = (below: number) => Math.floor(random() * below);
  let figures = 0;
  let closings = 0;
  let later = 0;
  for (let made = 0; made < histories; ) {
    const dashboard = await startDashboard({});
    const lives: Life[] = [];
    const closed = new Set<string>();
    // A ledger's first month is that of its first transfer.
    while (lives.length < livesOfLedger) {
      for (let n = 0; n < livesBetweenLooks; n++) lives.push(await liveOne(pick, closed));
      figures += await look(dashboard, lives, `seed ${seed}, ledger ${made / livesOfLedger}`);
      if (pick(3) === 0 && closed.size < 2) await closeNext(dashboard, closed);
    }
    for (const month of months)
      for (const list of ["created", "back", "paid", "failed", "never", "end"] as const)
        expect(await countList(dashboard, month, list), `${month}: ${list}`).toBe(
          countedOf(lives, month)[list].count,
        );
    expect((await verifyLedger(await db())).differences).toEqual([]);
    later += lives.flatMap(({ changes }) => changes).filter(({ isLate }) => isLate).length;
    closings += closed.size;
    made += lives.length;
    await dashboard.close();
  }
  process.stdout.write(`${figures} figures, ${closings} closings, ${later} changes of closed months\n`);
}, 3_600_000);
