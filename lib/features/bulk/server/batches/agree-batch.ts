import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import { findAsset } from "#lib/asset/assets";
import { payouts } from "#lib/contract/payouts";
import { Problem } from "#lib/contract/problem";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { AgreeInput, TickKind } from "#lib/features/bulk/batches/batch-input";
import { stateOf } from "#lib/features/bulk/batches/judge-batch";
import { leastRate, mostFor } from "#lib/features/bulk/server/checks/amount-of-wish";
import { judgeStored, listedBanks } from "#lib/features/bulk/server/checks/judge-stored";
import { askLedger, type KnownRow } from "#lib/features/bulk/server/checks/ledger-asks";
import { ratesOf } from "#lib/features/bulk/server/checks/rates";
import {
  type Agreed,
  type AgreedRate,
  type AgreedRow,
  agreedRowOf,
  agreedRowText,
  saidOf,
} from "#lib/features/bulk/server/checks/stored-batch";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, multiplyAmounts, roundAmount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { askGates, type Line, type Tick, withdrawFromGates } from "#lib/server/submission/gates";
import type { BatchRowRow, BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { showInvisible } from "#lib/text/visible-text";
import { findBatch, findRows, onBatch, requireSeen, writeBatch } from "./batch-store";
import { requireNotDiscarded } from "./change-batch";
import { transfersOfRows } from "./row-view";
import { sameBatch } from "./same-batch";
import { viewBatch } from "./view-batch";

/**
 * Invariant: what a batch's transfers are made of is written down when a person agrees, row by row, and its hash is in the audit
 * log; nothing else is created. A row with a fault or an open question is never agreed to.
 */

/** Throws `batch_changed`, `quote_moved` where a rate is below the shown one, and `not_possible_now` with what is open. */
export async function agreeBatch(
  id: string,
  input: z.output<typeof AgreeInput>,
  actor: Actor,
): Promise<Batch> {
  const ledger = await db();
  const batch = await findBatch(ledger, id);
  requireSeen(batch, input.seen);
  const stored = await findRows(ledger, id);
  const judged = judgeStored(batch, stored, await listedBanks());
  const rates = await ratesOf(judged.rows);
  requireShownRates(rates, input.rates);
  const { at, known, made } = await inSnapshot(ledger, async (trx) => {
    const made = await transfersOfRows(trx, id);
    const open = judged.rows.filter(({ n }) => !made.has(n));
    await refuseSame(trx, batch);
    const at = await readDatabaseTime(trx);
    return { at, made, known: await askLedger(trx, open, { batchId: id, actor, rates }) };
  });
  requireAnswered(judged.questions, batch);
  const taking = known.filter(({ row }) => stateOf(row) !== "left_out");
  requireReady(taking);
  const byLine = new Map(taking.map((each) => [each.row.n, each]));
  const rows = stored.flatMap((row): BatchRowRow[] => {
    if (made.has(row.n)) return [];
    const each = byLine.get(row.n);
    const agreed = each === undefined ? null : JSON.stringify(agreedRow(each, rates));
    return row.agreed === agreed ? [] : [{ ...row, agreed }];
  });
  const subject = subjectOf(stored, rows, rates);
  const after = new Map(rows.map((row) => [row.n, row]));
  const lines = stored.flatMap((row) => {
    const known = byLine.get(row.n);
    const isOpen = known !== undefined && !made.has(row.n);
    return isOpen ? lineOf(after.get(row.n) ?? row, rates, ticksOf(known)) : [];
  });
  await onBatch(ledger, id, actor, async (trx, now) => {
    requireSeen(now, input.seen);
    requireNotDiscarded(now);
    // What was asked for before is another subject.
    await withdrawFromGates(trx, { kind: "batch", id }, "withdrawn");
    const detail = { subject: `sha256:${subject}`, rows: `${taking.length}` };
    const asked = { kind: "batch", id, makerId: actor.person.id, lines, rates: ratesText(rates) } as const;
    const waits = await askGates(trx, asked, async () => undefined);
    const agreed: Agreed = { subject, rates, waited: waits, at };
    const agreed_at = waits ? null : await readDatabaseTime(trx);
    const change = {
      ...{ agreed: JSON.stringify(agreed), agreed_at, agreed_by: actor.person.id, stopped: null },
    };
    const action = waits ? "batch_asked" : "batch_agreed";
    await writeBatch(trx, { batch: now, change, rows }, { actor, action, detail });
  });
  return viewBatch(id, {}, actor);
}

function ratesText(rates: readonly AgreedRate[]): Record<string, string> {
  return Object.fromEntries(rates.map(({ asset, rate }) => [asset, rate]));
}

/** What the gates judge of a row: what its transfer will be, or the most that it may take. */
function lineOf(row: BatchRowRow, rates: readonly AgreedRate[], ticks: readonly Tick[]): Line[] {
  const agreed = agreedRowOf(row);
  const token = findAsset(env().assets, agreed?.asset ?? "");
  const rate = rates.find(({ asset }) => asset === agreed?.asset);
  if (agreed === null || token === undefined || rate === undefined) return [];
  const [{ currency, country }] = payouts;
  const amount = agreed.amount ?? agreed.most ?? "0";
  return [
    {
      key: row.key,
      wish: agreed.naira,
      // By the rate alone: the fee of each amount is the service's to say, and it takes from what is paid out.
      output: agreed.naira ?? roundAmount(multiplyAmounts(amount as Amount, rate.rate), 2),
      ticks,
      fields: {
        ...{ amount, asset: token.asset, from_currency: token.fromCurrency, network: token.network },
        ...{ currency, country, bank_code: agreed.bank.code, bank_name: agreed.bank.name },
        ...{ account_number: agreed.accountNumber, account_name: agreed.accountName },
        ...{ payee_id: agreed.payeeId, payee_version: agreed.payeeVersion },
        ...{ reference: agreed.reference, purpose: agreed.purpose, callback_url: null, replaces: null },
      },
    },
  ];
}

/** Over all rows that take part, in their order, and the rates. */
function subjectOf(
  stored: readonly BatchRowRow[],
  changed: readonly BatchRowRow[],
  rates: readonly AgreedRate[],
): string {
  const after = new Map(changed.map((row) => [row.n, row]));
  const hash = createHash("sha256");
  for (const each of stored) {
    const { key, agreed } = after.get(each.n) ?? each;
    if (agreed !== null) hash.update(`${key} ${agreedRowText(JSON.parse(agreed) as AgreedRow)}\n`);
  }
  for (const { asset, amount, rate, fee, outputAmount, quotedAt, slope } of rates)
    hash.update(`${JSON.stringify([asset, amount, rate, fee, outputAmount, quotedAt, slope])}\n`);
  return hash.digest("hex");
}

/** A rise is in nobody's way. */
function requireShownRates(rates: readonly AgreedRate[], shown: z.output<typeof AgreeInput>["rates"]): void {
  for (const rate of rates) {
    const seen = shown.find(({ asset }) => asset === rate.asset);
    const least = seen && leastRate({ rate: seen.rate as Amount }, env().quoteDriftPercent);
    if (least !== undefined && compareAmounts(rate.rate, least) >= 0) continue;
    const detail = `The rate of ${rate.asset} is ${rate.rate} now. Nothing was agreed to. Look at the new sums, then agree again.`;
    throw new Problem("quote_moved", detail, { extra: { asset: rate.asset, rate: rate.rate } });
  }
}

function requireAnswered(
  questions: Omit<Batch["questions"], "sameAs" | "amountColumn">,
  batch: BatchTableRow,
): void {
  const { asset, amountIs, decimalMark } = questions;
  const said = saidOf(batch);
  const isOpen =
    (asset && said.asset === null) ||
    (amountIs && said.amountIs === null) ||
    (decimalMark !== null && said.decimalMark === null);
  if (isOpen) throw notReady("Something is asked about the whole batch.");
}

/** The same salaries twice are most often a mistake. */
async function refuseSame(trx: Trx, batch: BatchTableRow): Promise<void> {
  if (saidOf(batch).isNotTheSame) return;
  const same = await sameBatch(trx, batch);
  if (same !== null) throw notReady(`These rows are those of the batch ${showInvisible(same.name)}.`);
}

function requireReady(rows: readonly KnownRow[]): void {
  const open = rows.filter(({ row }) => stateOf(row) !== "ready").map(({ row }) => row.n);
  if (rows.length === 0) throw notReady("No row takes part.");
  if (open.length === 0) return;
  const lines = `${open.slice(0, 5).join(", ")}${open.length > 5 ? " and more" : ""}`;
  throw notReady(
    open.length === 1
      ? `Line ${lines} has a fault, or something to confirm.`
      : `${open.length} rows have a fault, or something to confirm: lines ${lines}.`,
  );
}

function notReady(why: string): Problem {
  return new Problem("not_possible_now", `${why} Nothing was agreed to.`);
}

/** What creating a row asks, and each question of the check answers. */
const confirms: Record<TickKind, Tick[]> = {
  // The rows of a file or of two batches may have one reference, too.
  twin_row: ["separate", "reference"],
  twin_batch: ["separate", "reference"],
  twin: ["separate"],
  reference: ["reference"],
  name_known: ["account"],
  account_saved: ["name"],
  unusual: ["amount"],
  // The form asks of these, and the server of a single transfer doesn't.
  check_digit: [],
  account_new: [],
};

/** What a person has confirmed of a row, and nothing else. */
function ticksOf({ row }: Pick<KnownRow, "row">): Tick[] {
  return row.asks.filter(({ isTicked }) => isTicked).flatMap(({ kind }) => confirms[kind]);
}

function agreedRow({ row, payee }: KnownRow, rates: readonly AgreedRate[]): AgreedRow {
  const { amount, naira, asset, bank, accountNumber, accountName, reference, purpose } = row.read;
  const token = findAsset(env().assets, asset ?? "");
  const rate = rates.find((each) => each.asset === asset);
  if (asset === null || bank === null || token === undefined || rate === undefined)
    throw new RangeError("A row without a fault has a token, a bank and a rate.");
  const wish = naira as Amount | null;
  return {
    amount: amount as Amount | null,
    naira: wish,
    most: wish === null ? null : mostFor(wish, rate, token, env().quoteDriftPercent),
    asset,
    bank,
    accountNumber,
    accountName,
    reference: reference ?? null,
    purpose: purpose ?? null,
    payeeId: payee?.id ?? null,
    payeeVersion: payee?.version ?? null,
    // What is unusual was asked of every row: rows that are created before it change nothing about that.
    confirmed: [...new Set<Tick>([...ticksOf({ row }), "amount"])],
  };
}
