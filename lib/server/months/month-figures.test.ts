import { expect, it } from "vitest";
import { type Amount, addAmounts, subtractAmounts } from "#lib/money/money";
import { casesOf } from "#lib/testing/cases";
import { stepsBetween } from "#lib/transfer/movements";
import { type TransferStatus, transferStatuses } from "#lib/transfer/transfer-status";
import { figuresOf, type MonthFigures, nextMonth, noFigures, Sums } from "./month-figures";

/** Seeded, so that a failure can be run again. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Life = { token: string; amount: Amount; changes: { month: string; status: TransferStatus }[] };

const ended = new Map<string, string>(
  Object.entries({
    ...{ paid: "paid", failed: "failed", reversed: "failed", refunding: "failed", refunded: "failed" },
    ...{ refund_failed: "failed", rejected: "never", not_created: "never", cancelled: "never" },
    ...{ declined: "never", expired: "never", cancelled_by_service: "never" },
  }),
);
const placeOf = (status: TransferStatus | undefined) =>
  status === undefined ? undefined : (ended.get(status) ?? "open");

function randomLives(below: (n: number) => number, months: readonly string[]): Life[] {
  return Array.from({ length: 1 + below(4) }, () => {
    let at = below(months.length);
    const changes = Array.from({ length: 1 + below(6) }, () => {
      const status = transferStatuses[below(transferStatuses.length)] as TransferStatus;
      const change = { month: months[at] ?? "", status };
      if (below(2) === 0) at = Math.min(months.length - 1, at + 1);
      return change;
    });
    const amount = `${below(1_000_000)}.${`${below(10 ** 6)}`.padStart(6, "0")}` as Amount;
    return { token: ["USDC", "USDT"][below(2)] ?? "USDC", amount, changes };
  });
}

/** What is open after a month, looked at from each life alone. */
function openAfter(lives: readonly Life[], token: string, month: string) {
  const open = lives.filter((life) => {
    const last = life.changes.filter((change) => change.month <= month).at(-1);
    return life.token === token && placeOf(last?.status) === "open";
  });
  return {
    count: open.length,
    amount: open.reduce((sum, { amount }) => addAmounts(sum, amount), "0" as Amount),
  };
}

const histories = casesOf(5_000);

it("adds up in random histories: a month starts with the end of the one before, and ends with what is open", () => {
  const months = ["2026-10", "2026-11", "2026-12", "2027-01"];
  let ends = 0;
  for (let seed = 1; seed <= histories; seed++) {
    const lives = randomLives(chance(seed), months);
    let before: MonthFigures = noFigures;
    for (const month of months) {
      const sums = new Sums();
      for (const { token, amount, changes } of lives) {
        let status: TransferStatus | null = null;
        for (const change of changes) {
          for (const kind of stepsBetween(status, change.status))
            if (change.month === month)
              sums.addMovement({ month, token, kind, source: "", amount, naira: null });
          status = change.status;
        }
      }
      const figures = figuresOf(before, sums.rows());
      for (const token of ["USDC", "USDT"]) {
        const own = figures.tokens.find((each) => each.token === token);
        const open = openAfter(lives, token, month);
        expect(own?.end ?? { count: 0, amount: "0" }, `seed ${seed}, ${month}`).toEqual(open);
        if (own === undefined) continue;
        const { start, created, back, paid, failed, never, end } = own;
        ends += paid.count + failed.count + never.count;
        expect(start.count + created.count + back.count - paid.count - failed.count - never.count).toBe(
          end.count,
        );
        const came = [created, back].reduce((sum, each) => addAmounts(sum, each.amount), start.amount);
        const left = [paid, failed, never].reduce((sum, each) => subtractAmounts(sum, each.amount), came);
        expect(left).toBe(end.amount);
        expect(start.count).toBe(before.tokens.find((each) => each.token === token)?.end.count ?? 0);
      }
      before = figures;
    }
  }
  expect(ends).toBeGreaterThan(histories);
});

it("follows a month with the next, over the end of a year", () => {
  expect(["2026-01", "2026-09", "2026-12"].map(nextMonth)).toEqual(["2026-02", "2026-10", "2027-01"]);
});
