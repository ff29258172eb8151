import { expect, it } from "vitest";
import type { MonthDetail } from "#lib/features/books/month-answers";
import { at, monthsAgo, onDay, openTransfer } from "#lib/testing/books/months";
import { giveLife, says } from "#lib/testing/ledger/give-life";
import { verifyByCommands } from "#lib/testing/servers/command";
import { type Arena, meet, openArena, type Page } from "./books/arena";

/** Two of finance close a month at two servers, while payouts of that month are reported. */

const races = Number.parseInt(process.env.MONTH_RACES || "120", 10);
const seed = Number.parseInt(process.env.RACE_SEED || `${Date.now() % 2 ** 31}`, 10);
const payouts = 4;

async function close(page: Page, month: string) {
  for (;;) {
    const { body } = await page<MonthDetail>("GET", `/api/months/${month}`);
    const { status, body: said } = await page<{ code?: string }>("POST", `/api/months/${month}/close`, {
      seen: body.seen,
    });
    // A payout was reported meanwhile: the person looks again.
    if (said.code !== "month_changed") return said.code ?? status;
  }
}

async function report(ledger: Arena["ledger"], month: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await giveLife(ledger, [id], [at(onDay(month, 20), says("completed"))]);
}

it(`closes each of ${races} months once, and takes each movement once, from seed ${seed}`, async () => {
  const arena = await openArena(seed);
  const { ledger } = arena;
  for (let race = 0; race < races; race++) {
    await arena.renew();
    const month = monthsAgo(races + 1 - race);
    const ids: string[] = [];
    for (let n = 0; n < payouts; n++) ids.push(await openTransfer(onDay(month, 3), `${n + 1}`, ledger));
    const [answers] = await Promise.all([
      meet(
        arena,
        () => close(arena.one, month),
        () => close(arena.other, month),
      ),
      report(ledger, month, ids),
    ]);
    expect([...answers].sort()).toEqual([200, "month_closed"]);
  }
  const closings = await ledger.selectFrom("closings").select("movements").execute();
  const movements = await ledger.selectFrom("movements").select(["month", "closing"]).execute();
  expect(closings).toHaveLength(races);
  expect(movements).toHaveLength(2 * payouts * races);
  const taken = movements.filter(({ closing }) => closing !== null);
  expect(taken).toHaveLength(closings.reduce((sum, row) => sum + Number(row.movements), 0));
  const late = movements.filter(({ month, closing }) => closing !== month).length;
  process.stdout.write(`${late} of ${movements.length} movements came after their month was closed\n`);
  expect(await verifyByCommands(arena.url)).toMatchObject({ isRight: true });
}, 14_400_000);
