import type { Insight, InsightInput } from "#lib/features/insight/insight-api";
import { findOpenMoney } from "#lib/server/attention/open-money";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import type { Trx } from "#lib/server/tables/schema";
import { dayOf } from "#lib/text/zone-day";
import { stateOf } from "#lib/transfer/transfer-states";
import type { Changes, TimeChange } from "./count-changes";
import { figuresOf } from "./figures";
import { periodsOf, type Range, rangeOf } from "./ranges";
import { readRates } from "./read-rates";
import { addParts, bankNames, readAmounts, readCounted, topPayees } from "./read-totals";
import { summary } from "./times";

/** Invariant: every figure is about transfers created in the range, so it equals the list that it links to. */

/** What `GET /api/insight` answers. */
export async function findInsight(input: InsightInput): Promise<Insight> {
  const [{ deposited, awaited, unclear }, figures] = await Promise.all([findOpenMoney(), findFigures(input)]);
  const ofNow = {
    deposited: withoutAge(deposited),
    awaited: withoutAge(awaited),
    unclear: withoutAge(unclear),
  };
  return { ...figures, open: ofNow };
}

export type Figures = Omit<Insight, "open">;

/** The same without what is open now, which is read by itself. */
export async function findFigures(input: InsightInput): Promise<Figures> {
  const range = rangeOf(input.range, dayOf(Date.now(), env().timeZone));
  return inSnapshot(await db(), (trx) => readFigures(trx, input, range));
}

async function readFigures(trx: Trx, input: InsightInput, range: Range): Promise<Figures> {
  const { timeZone, assets } = env();
  const counted = await readCounted(trx, timeZone);
  const amounts = await readAmounts(trx, counted, range);
  await addParts(trx, counted, range);
  const { changes, countedUpTo, countedBackTo } = counted;
  const figures = figuresOf(amounts, range, input.token);
  const ofToken = assets.filter(({ fromCurrency }) => fromCurrency === figures.token);
  const known = amounts
    .filter(({ token }) => token === figures.token)
    .flatMap((row) => row.assets.split(" "));
  const ids = new Set([...known, ...ofToken.map(({ asset }) => asset)]);
  const banks = banksOf(changes, range);
  const times = [...timesOf(changes, range, "bank").values()].flat();
  const names = await bankNames(trx, [...banks.keys()]);
  return {
    ...{ range: input.range, from: range.from, to: range.to, step: range.step },
    ...{ countedUpTo, countedBackTo },
    ...figures,
    times: summary(times),
    banks: [...banks]
      .map(([code, bank]) => ({ code, name: names.get(code) ?? code, ...bank }))
      .sort((a, b) => b.paid + b.failed - (a.paid + a.failed) || (a.name < b.name ? -1 : 1)),
    networks: [...timesOf(changes, range, "network")].map(([network, times]) => ({
      network,
      name: assets.find((asset) => asset.network === network)?.networkName ?? network,
      ...summary(times),
    })),
    payees: await topPayees(trx, changes, range),
    rates: await readRates(trx, [...ids], range),
  };
}

const withoutAge = ({ count, isMore, sums }: Awaited<ReturnType<typeof findOpenMoney>>["deposited"]) => ({
  ...{ count, isMore, sums },
});

type BankFigures = { paid: number; failed: number } & ReturnType<typeof summary>;

function banksOf(changes: Changes, range: Range): Map<string, BankFigures> {
  const times = timesOf(changes, range, "bank");
  const periods = new Set(periodsOf(range));
  const banks = new Map<string, BankFigures>();
  for (const { period, bank_code, status, count } of changes.banks.values()) {
    const state = stateOf(status);
    if (!periods.has(period) || state === "never" || state === "waiting") continue;
    const bank = banks.get(bank_code) ?? { paid: 0, failed: 0, ...summary(times.get(bank_code) ?? []) };
    if (state !== "open") bank[state] += count;
    banks.set(bank_code, bank);
  }
  return banks;
}

function timesOf({ times }: Changes, range: Range, kind: TimeChange["kind"]) {
  const periods = new Set(periodsOf(range));
  const found = new Map<string, TimeChange[]>();
  for (const time of times.values()) {
    if (time.kind !== kind || !periods.has(time.period)) continue;
    const known = found.get(time.code);
    if (known === undefined) found.set(time.code, [time]);
    else known.push(time);
  }
  return found;
}
