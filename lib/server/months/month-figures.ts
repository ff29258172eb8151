import { type Amount, addAmounts, subtractAmounts } from "#lib/money/money";
import {
  endingKinds,
  type MovementKind,
  type MovementRow,
  type MovementTotalRow,
  openingKinds,
} from "#lib/server/tables/books/month-rows";
import { type ReceivedSource, receivedSources } from "#lib/transfer/received";

/** Invariant: what movements add up to is worked out here alone: to show, to close and to verify. Sums are exact. */

export type Figure = { count: number; amount: Amount };
type TokenFigures = { token: string } & Record<
  "start" | "created" | "back" | "paid" | "failed" | "never" | "end" | "expected",
  Figure
>;
type ReceivedFigures = {
  source: ReceivedSource;
  currency: string;
  recorded: Figure;
  withdrawn: Figure;
};
/** As a closing keeps them. */
export type MonthFigures = { tokens: TokenFigures[]; received: ReceivedFigures[] };

const none: Figure = { count: 0, amount: "0" as Amount };
export const noFigures: MonthFigures = { tokens: [], received: [] };

/** Sums of movements, by their month, kind and token. */
export class Sums {
  readonly #rows = new Map<string, MovementTotalRow>();

  add(row: MovementTotalRow): void {
    const key = JSON.stringify([row.month, row.token, row.kind, row.source]);
    const known = this.#rows.get(key);
    this.#rows.set(key, known === undefined ? row : plus(known, row));
  }

  addMovement({ month, token, kind, source, amount, naira }: SummedMovement): void {
    const estimates = naira === null ? 0 : 1;
    this.add({ month, token, kind, source, count: 1, amount, naira: naira ?? "0", estimates });
  }

  rows(): MovementTotalRow[] {
    return [...this.#rows.values()];
  }
}
export type SummedMovement = Pick<MovementRow, "month" | "token" | "kind" | "source" | "amount" | "naira">;

function plus(one: MovementTotalRow, other: MovementTotalRow): MovementTotalRow {
  return {
    ...one,
    count: Number(one.count) + Number(other.count),
    amount: addAmounts(one.amount as Amount, other.amount as Amount),
    naira: addAmounts(one.naira as Amount, other.naira as Amount),
    estimates: Number(one.estimates) + Number(other.estimates),
  };
}

/** The figures of a month: what was open at the end of the one before, and the sums of what moved. */
export function figuresOf(before: MonthFigures, moved: readonly MovementTotalRow[]): MonthFigures {
  const steps = moved.filter(({ source }) => source === "");
  const tokens = new Set([
    ...before.tokens.filter(({ end }) => end.count !== 0).map(({ token }) => token),
    ...steps.map(({ token }) => token),
  ]);
  return {
    tokens: [...tokens].sort(byCode).map((token) => tokenFigures(token, before, steps)),
    received: receivedFigures(moved.filter(({ source }) => source !== "")),
  };
}

function tokenFigures(token: string, before: MonthFigures, moved: readonly MovementTotalRow[]): TokenFigures {
  const own = moved.filter((row) => row.token === token);
  const start = before.tokens.find((each) => each.token === token)?.end ?? none;
  const kinds = Object.fromEntries(
    [...openingKinds, ...endingKinds].map((kind) => [kind, sumOf(own, kind)]),
  ) as Record<(typeof openingKinds)[number] | (typeof endingKinds)[number], Figure>;
  const came = openingKinds.reduce((sum, kind) => add(sum, kinds[kind]), start);
  const end = endingKinds.reduce((sum, kind) => less(sum, kinds[kind]), came);
  const paid = own.filter(({ kind }) => kind === "paid");
  return {
    ...{ token, start, ...kinds, end },
    expected: {
      count: paid.reduce((sum, { estimates }) => sum + Number(estimates), 0),
      amount: paid.reduce((sum, { naira }) => addAmounts(sum, naira as Amount), none.amount),
    },
  };
}

function receivedFigures(moved: readonly MovementTotalRow[]): ReceivedFigures[] {
  const currencies = [...new Set(moved.map(({ token }) => token))].sort(byCode);
  return receivedSources.flatMap((source) =>
    currencies.flatMap((currency) => {
      const own = moved.filter((row) => row.source === source && row.token === currency);
      if (own.length === 0) return [];
      const [recorded, withdrawn] = [sumOf(own, "received"), sumOf(own, "received_withdrawn")];
      return { source, currency, recorded, withdrawn };
    }),
  );
}

/** Of one token and source, whatever their months. */
export function sumOf(rows: readonly MovementTotalRow[], kind: MovementKind): Figure {
  return rows
    .filter((row) => row.kind === kind)
    .reduce((sum, { count, amount }) => add(sum, { count: Number(count), amount: amount as Amount }), none);
}

export function add(one: Figure, other: Figure): Figure {
  return { count: one.count + other.count, amount: addAmounts(one.amount, other.amount) };
}

function less(one: Figure, other: Figure): Figure {
  return { count: one.count - other.count, amount: subtractAmounts(one.amount, other.amount) };
}

/** The same order in every language. */
function byCode(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The month after, as `2026-12`. */
export function nextMonth(month: string): string {
  const [year = 0, of = 0] = month.split("-").map(Number);
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, "0")}`;
}
