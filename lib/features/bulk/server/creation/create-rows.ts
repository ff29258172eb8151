import { randomUUID } from "node:crypto";
import { findAsset } from "#lib/asset/assets";
import { defaultChannel, defaultCountry } from "#lib/asset/defaults";
import { type CheckedTransferInput, type TransferWithEvents, transferInput } from "#lib/contract/api";
import { payouts } from "#lib/contract/payouts";
import { Problem, type ProblemCode } from "#lib/contract/problem";
import type { CreatedRows, StopCode } from "#lib/features/bulk/batches/batch-answers";
import { batchState } from "#lib/features/bulk/server/batches/batch-state";
import { findBatch, nameOf } from "#lib/features/bulk/server/batches/batch-store";
import { countMade, noCounts } from "#lib/features/bulk/server/batches/count-made";
import { leastOutputFor, leastRate } from "#lib/features/bulk/server/checks/amount-of-wish";
import { sendWish } from "#lib/features/bulk/server/checks/send-wish";
import {
  type Agreed,
  type AgreedRate,
  type AgreedRow,
  agreedOf,
  agreedRowOf,
  type Stop,
  stopOf,
} from "#lib/features/bulk/server/checks/stored-batch";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { spendQuota } from "#lib/server/auth/quota";
import { env, inputRules } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { getQuote } from "#lib/server/service/quotes";
import { submitTransfer } from "#lib/server/submission/submit-transfer";
import type { Terms } from "#lib/server/submission/transfer-checks";
import type { Db } from "#lib/server/tables/schema";
import type { Refusal } from "#lib/transfer/refusal";
import { refusalAct } from "#lib/words/refusal-words";
import { giveBack, goOn, requireTaken, stopBatch, type Taken, takeRows } from "./take-rows";

/**
 * Invariant: a row becomes a transfer under its own key alone, by the one way in which every transfer is made, from what was agreed
 * to and nothing else. What can't be created for a reason that the next row would meet too stops the batch.
 */

/** So many outcomes in a row that nobody knows: something is wrong with the way to the service. */
const mostUnknown = 3;

/** Up to ten rows. Returns what the batch has come to then. */
export async function createRows(
  id: string,
  { goesOn }: { goesOn: boolean },
  actor: Actor,
): Promise<CreatedRows> {
  const ledger = await db();
  if (goesOn) await goOn(ledger, id, actor);
  const holder = randomUUID();
  const left = await takeRows(ledger, id, actor, holder);
  const taken = left.length;
  try {
    await createInOrder(ledger, left, actor, holder);
  } finally {
    await giveBack(ledger, left, holder);
  }
  return { ...(await headOf(ledger, id)), begun: taken - left.length };
}

/** Looks at no row by itself: a call costs the same in a large batch. */
function headOf(ledger: Db, id: string): Promise<Omit<CreatedRows, "begun">> {
  return inSnapshot(ledger, async (trx) => {
    const batch = await findBatch(trx, id);
    const counts = (await countMade(trx, [id])).get(id) ?? noCounts();
    return {
      ...{ id, name: batch.name, state: batchState(batch, counts), counts, seen: batch.seen },
      ...{ createdAt: batch.made_at, createdBy: await nameOf(trx, batch.made_by), stopped: stopOf(batch) },
    };
  });
}

/** Leaves those that were not begun in `left`. */
async function createInOrder(ledger: Db, left: Taken[], actor: Actor, holder: string): Promise<void> {
  let made = 0;
  for (let taken = left.shift(); taken !== undefined; taken = left.shift()) {
    const stop = await createRow(ledger, taken, actor, holder).catch((error: unknown) => {
      const isLimited = error instanceof Problem && error.code === "too_many_requests";
      // What was made is told first.
      if (isLimited && made > 0) return "rest" as const;
      throw error;
    });
    if (stop === "rest") return;
    if (stop !== undefined) return stopBatch(ledger, taken.batch.id, stop, actor);
    made++;
  }
}

type Why = Omit<Stop, "at">;

/** `rest`: nothing more of this call. The next one finds what there is to say. */
async function createRow(
  ledger: Db,
  taken: Taken,
  actor: Actor,
  holder: string,
): Promise<Why | "rest" | undefined> {
  const { row, batch } = taken;
  const agreed = agreedRowOf(row);
  const whole = agreedOf(batch);
  const rate = whole?.rates.find(({ asset }) => asset === agreed?.asset);
  if (agreed === null || whole === null || rate === undefined)
    throw new RangeError("A row that is taken was agreed to.");
  try {
    await spendQuota("rows", actor);
    const transfer = await submit(ledger, row.key, { ...termsOf(taken, whole), agreed, rate }, actor);
    if (transfer.status === "rejected") return whyRejected(transfer, row.n);
    return transfer.status === "unknown" ? await whyUnknown(ledger, batch.id) : undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Somebody else has it: the same key, or the same row with another amount of its own.
    if (error.code === "transfer_in_progress" || error.code === "idempotency_key_reused") return undefined;
    await giveBack(ledger, [taken], holder);
    // Somebody has stopped the batch, or changed or taken this row, since it was taken here.
    if (error.code === "batch_changed") return "rest";
    return stopFor(error, row.n);
  }
}

/** What was agreed of a row, and on which terms its transfer is made. */
type Agreement = {
  terms: Pick<Terms, "approvedIn" | "agreedAt" | "requireStill">;
  agreed: AgreedRow;
  rate: AgreedRate;
};

function termsOf(taken: Taken, { waited }: Agreed): Pick<Agreement, "terms"> {
  return {
    terms: {
      ...(waited && { approvedIn: taken.batch.id }),
      agreedAt: taken.batch.agreed_at ?? "",
      requireStill: (trx) => requireTaken(trx, taken),
    },
  };
}

async function submit(ledger: Db, key: string, agreed: Agreement, actor: Actor) {
  const recorded = await ledger
    .selectFrom("transfers")
    .select("amount")
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  const send = (amount: string) => submitOnce(key, amount, agreed, actor);
  // It was recorded and not sent: the same content again is what sends it.
  if (recorded !== undefined) return send(recorded.amount);
  const { amount, naira } = agreed.agreed;
  return naira === null ? send(amount ?? "") : submitWish(naira, agreed, send);
}

function submitWish(
  wish: Amount,
  { agreed, rate }: Agreement,
  send: (amount: string) => ReturnType<typeof submitOnce>,
) {
  const { asset, most } = agreed;
  const [{ currency }] = payouts;
  const subject = { asset, currency, country: defaultCountry, channel: defaultChannel };
  const token = findAsset(env().assets, asset) ?? { decimals: 2 };
  return sendWish({ wish, rate, most, token }, (amount) => getQuote({ ...subject, amount }), send);
}

async function submitOnce(
  key: string,
  amount: string,
  { terms: given, agreed, rate }: Agreement,
  actor: Actor,
) {
  const percent = env().quoteDriftPercent;
  const leastOutput = agreed.naira ?? leastOutputFor(amount as Amount, rate, percent);
  const terms = { ...given, leastRate: leastRate(rate, percent), leastOutput };
  const { transfer } = await submitTransfer(key, inputOf(agreed, amount), actor, terms);
  return transfer;
}

/** What `POST /api/transfers` would take. Throws `invalid_input`. */
function inputOf(agreed: AgreedRow, amount: string): CheckedTransferInput {
  const has = (tick: AgreedRow["confirmed"][number]) => agreed.confirmed.includes(tick);
  const [{ currency, country }] = payouts;
  const parsed = transferInput(inputRules()).safeParse({
    ...{ amount, asset: agreed.asset, currency, country },
    ...{ bankCode: agreed.bank.code, bankName: agreed.bank.name },
    ...{ accountNumber: agreed.accountNumber, accountName: agreed.accountName },
    ...(agreed.naira !== null && { askedOutput: agreed.naira }),
    ...(agreed.reference !== null && { reference: agreed.reference }),
    ...(agreed.purpose !== null && { purpose: agreed.purpose }),
    ...(agreed.payeeId !== null && { payeeId: agreed.payeeId, payeeVersion: `${agreed.payeeVersion}` }),
    ...(has("separate") && { confirmSeparate: true }),
    ...(has("reference") && { confirmReference: true }),
    ...(has("account") && { confirmAccount: true }),
    ...(has("name") && { confirmName: true }),
    ...(has("bank") && { confirmBank: true }),
    ...(has("amount") && { confirmAmount: true }),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem("invalid_input", `${issue?.message ?? "It can’t be created."} Nothing was created.`);
}

const codes: Partial<Record<ProblemCode, StopCode>> = {
  rate_limited: "rate_limited",
  key_rejected: "key_rejected",
  business_inactive: "business_inactive",
  limit_reached: "limit",
  quote_moved: "rate",
  quote_odd: "rate",
  transfers_held: "held",
  request_changed: "rules",
  not_the_service: "service",
  service_failed: "service",
  service_unreachable: "service",
  service_timeout: "service",
  unusable_answer: "service",
};
/** About this server or this person, who hears it: nothing is wrong with the batch. */
const ofCaller: readonly ProblemCode[] = [
  ...(["signed_out", "not_allowed", "second_factor_required", "confirmation_needed"] as const),
  ...(["database_unavailable", "busy", "internal", "too_many_requests"] as const),
];

function stopFor(problem: Problem, n: number): Why {
  if (ofCaller.includes(problem.code)) throw problem;
  const code = codes[problem.code] ?? "row";
  const message = `${problem.title}. ${problem.detail}`;
  return { code, message, row: code === "row" || code === "limit" || code === "rate" ? n : null };
}

/** A no that the next row would get too. What is about one row stops nobody. */
function whyRejected({ events }: TransferWithEvents, n: number): Why | undefined {
  const refusal = events.findLast(({ kind }) => kind === "rejected")?.refusal;
  const code = refusal == null ? undefined : ofRefusal[refusal.code];
  if (refusal == null || code === undefined) return undefined;
  const message = `The service refused line ${n}, and would refuse the next. Its transfer was not created. ${refusalAct(refusal)}`;
  return { code, message, row: null };
}

const ofRefusal: Partial<Record<Refusal["code"], StopCode>> = {
  rate_limited: "rate_limited",
  key_rejected: "key_rejected",
  business_inactive: "business_inactive",
  not_the_service: "service",
  not_reached: "service",
};

async function whyUnknown(ledger: Db, batchId: string): Promise<Why | undefined> {
  const last = await ledger
    .selectFrom("batch_rows")
    .innerJoin("transfers", "transfers.idempotency_key", "batch_rows.key")
    .select("submission")
    .where("batch_id", "=", batchId)
    .where("submission", "not in", ["recorded", "dispatching"])
    .orderBy("transfers.created_at", "desc")
    .limit(mostUnknown)
    .execute();
  if (last.length < mostUnknown || last.some(({ submission }) => submission !== "unknown")) return undefined;
  const message = `The last ${mostUnknown} outcomes are unknown. They are not sent again.`;
  return { code: "unknown_outcomes", message, row: null };
}
