import { createHash, randomUUID } from "node:crypto";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { Bank, CheckedTransferInput, TransferWithEvents } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { appendAudit } from "#lib/server/audit/audit";
import { type Actor, commandOrigin, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { whileOpen } from "#lib/server/hold/transfer-hold";
import { wordRows } from "#lib/server/ledger/name-terms";
import { appendEvent, move } from "#lib/server/ledger/transfer-ledger";
import { findTransfer } from "#lib/server/ledger/transfers";
import { requirePayee } from "#lib/server/payees/payee-of-transfer";
import { newOwnCallback } from "#lib/server/service/callback-url";
import type { Db, TransferRow, Trx } from "#lib/server/tables/schema";
import { canonicalOrNull } from "#lib/text/canonical-text";
import { dayOf } from "#lib/text/zone-day";
import { toOwnColumns } from "#lib/transfer/own-texts";
import { claimIntent } from "./claim";
import { askGates, type Subject, type Tick, ticks } from "./gates";
import { keepOutcome } from "./keep-outcome";
import { cancelOldIntents } from "./recovery";
import { send } from "./send";
import { isOlder, sentUnder } from "./sent";
import {
  refuseDuplicate,
  refuseKnownName,
  refuseOtherName,
  refuseUsedReference,
  requireKnownBank,
  requireQuote,
  requireReplaceable,
  requireShown,
  requireUsableBusiness,
  type Terms,
} from "./transfer-checks";

/**
 * Invariant: a row is sent at most once. The intent is committed before the service hears of it, the committed claim
 * (exactly one row) is the only licence to send, and no transaction is open across the call. Both transactions judge the
 * person.
 */

/**
 * Creates a transfer under an idempotency key, for a person or a command (null), on terms that were agreed to before where
 * there are any. Returns it, and whether this call made it.
 * Throws a `Problem` when nothing was recorded, or the key's transfer is being sent.
 */
export async function submitTransfer(
  idempotencyKey: string,
  input: CheckedTransferInput,
  actor: Actor | null,
  terms: Terms = {},
): Promise<{ transfer: TransferWithEvents; isNew: boolean }> {
  const ledger = await db();
  const contentHash = hashContent(input);
  const known = await findByKey(ledger, idempotencyKey, contentHash);
  const sent = sentUnder(idempotencyKey);
  if (sent !== undefined && isOlder(known?.submission)) {
    return { transfer: await bringBack(ledger, sent, contentHash), isNew: false };
  }
  // An old intent isn't sent: its quote, bank and business were checked long ago.
  if (known?.submission === "recorded") await cancelOldIntents(ledger);
  const { row, isNew } =
    known === undefined
      ? await recordIntent(ledger, { idempotencyKey, contentHash }, input, actor, terms)
      : { row: known, isNew: false };
  const callback = row.callback_url === null ? newOwnCallback() : undefined;
  const claimed =
    row.submission === "recorded" ? await claimIntent(ledger, row, callback, actor, terms) : undefined;
  if (claimed !== undefined) await send(ledger, claimed, callback);
  const transfer = await findTransfer(row.id);
  if (transfer.status === "dispatching" || transfer.status === "recorded") throw inProgress(row.id);
  const isWaiting = row.submission === "awaiting_approval";
  return { transfer, isNew: claimed !== undefined || (isNew && isWaiting) };
}

/** For a repeat whose transfer the database lost: writes it again. Throws while its answer is still to come. */
async function bringBack(
  ledger: Db,
  { outcome, ...sent }: NonNullable<ReturnType<typeof sentUnder>>,
  contentHash: string,
): Promise<TransferWithEvents> {
  requireSameContent(sent.row, contentHash);
  if (outcome === undefined) throw inProgress(sent.row.id);
  await keepOutcome(ledger, sent, outcome);
  return findTransfer(sent.row.id);
}

function inProgress(transferId: string): Problem {
  const detail = "The same transfer is being sent right now. Wait for its outcome: it is not sent twice.";
  return new Problem("transfer_in_progress", detail, { extra: { transferId }, retryAfterSeconds: 2 });
}

/** Leaves out what a repeat of the same transfer may change: what the check asked and showed. */
function hashContent({
  acceptedQuote: _quote,
  confirmSeparate: _confirm,
  confirmReference: _used,
  confirmOddQuote: _odd,
  confirmAccount: _account,
  confirmName: _name,
  confirmBank: _bank,
  confirmAmount: _amount,
  shown: _shown,
  ...content
}: CheckedTransferInput): string {
  const ordered = Object.fromEntries(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(JSON.stringify(ordered)).digest("hex");
}

async function findByKey(
  ledger: Db | Trx,
  key: string,
  contentHash: string,
): Promise<TransferRow | undefined> {
  const row = await ledger
    .selectFrom("transfers")
    .selectAll()
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (row !== undefined) requireSameContent(row, contentHash);
  return row;
}

function requireSameContent({ id, content_hash }: TransferRow, contentHash: string): void {
  if (content_hash === contentHash) return;
  const detail =
    "It was used for a transfer with other details. Nothing was created now. Use a new key for a new transfer.";
  throw new Problem("idempotency_key_reused", detail, { extra: { transferId: id } });
}

/** T1: checks what only the server can, then commits the intent and its first event. */
async function recordIntent(
  ledger: Db,
  { idempotencyKey, contentHash }: { idempotencyKey: string; contentHash: string },
  input: CheckedTransferInput,
  actor: Actor | null,
  terms: Terms,
): Promise<{ row: TransferRow; isNew: boolean }> {
  requireShown(input);
  const [{ bank, isRenamed }, quote] = await Promise.all([
    requireKnownBank(input),
    requireQuote(input, terms),
    requireUsableBusiness(),
  ]);
  const asset = findAsset(env().assets, input.asset);
  if (asset === undefined) throw new Problem("invalid_input", "This token and network are not on the list.");
  const asked = newRow(idempotencyKey, contentHash, input, { asset, bank, quote }, actor);
  return whileOpen(ledger, async (trx, at) => {
    if (actor !== null) await judgeAgain(trx, actor, "create");
    await terms.requireStill?.(trx);
    await requireReplaceable(trx, input);
    await requirePayee(trx, input);
    const row = { ...asked, asked_day: dayOf(Date.parse(at), env().timeZone) };
    // Writing first takes the lock: another server could overtake a look-up.
    const inserted = await trx
      .insertInto("transfers")
      .values(row)
      .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) {
      return { row: (await findByKey(trx, idempotencyKey, contentHash)) ?? row, isNew: false };
    }
    const doubts: Doubts = {
      account: await refuseKnownName(trx, row, input.confirmAccount === true),
      name: await refuseOtherName(trx, row, input.confirmName === true),
      separate: await refuseDuplicate(trx, row, input.confirmSeparate === true, actor),
      reference: await refuseUsedReference(trx, row, input.confirmReference === true, actor),
      bank: isRenamed,
      odd_quote: quote !== undefined && quote.doubts.length > 0,
      // The gates know whether it is.
      amount: input.confirmAmount === true,
    };
    const by = actor?.person.email ?? null;
    await trx.insertInto("transfer_names").values(wordRows(row, by)).execute();
    await appendEvent(trx, row.id, { source: "dashboard", kind: "requested", person_name: by });
    const isWaiting = await askGates(trx, subjectOf(row, doubts, terms), async () => {
      const asked = { source: "dashboard", kind: "approval_asked", person_name: by } as const;
      await move(trx, row.id, ["recorded", "awaiting_approval"], asked);
    });
    // After the gates: whoever holds the head of the audit log waits for nobody.
    await appendAudit(trx, { ...(actor === null ? commandOrigin : originOf(actor)), ...creationOf(row) });
    if (!isWaiting) return { row, isNew: true };
    return { row: { ...row, submission: "awaiting_approval", status: "awaiting_approval" }, isNew: true };
  });
}

function creationOf({ id, amount, asset, account_number, replaces }: TransferRow) {
  const detail = { amount, asset, accountLastFour: account_number.slice(-4) };
  return {
    action: "transfer_created" as const,
    recordId: id,
    detail: { ...detail, ...(replaces !== null && { isReplacement: true }) },
  };
}

/** What there was to confirm: it was, or nothing would be recorded. */
type Doubts = Record<Tick, boolean>;

/** As an approver sees it. */
function subjectOf(row: TransferRow, doubts: Doubts, { approvedIn, agreedAt }: Terms): Subject {
  const line = {
    key: row.idempotency_key,
    fields: row,
    output: row.quote_output,
    wish: row.asked_output,
    ticks: ticks.filter((tick) => doubts[tick]),
  };
  return { kind: "transfer", id: row.id, makerId: row.created_by, lines: [line], approvedIn, agreedAt };
}

type Facts = { asset: Asset; bank: Bank; quote: Quote | undefined };

function newRow(
  idempotencyKey: string,
  contentHash: string,
  input: CheckedTransferInput,
  facts: Facts,
  actor: Actor | null,
): TransferRow {
  const { asset, bank, quote } = facts;
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    idempotency_key: idempotencyKey,
    content_hash: contentHash,
    created_at: now,
    created_by: actor?.person.id ?? null,
    asked_day: "",
    sent_at: null,
    sent_day: null,
    updated_at: now,
    replaces: input.replaces ?? null,
    asset: asset.asset,
    from_currency: asset.fromCurrency,
    network: asset.network,
    amount: input.amount,
    currency: input.currency,
    country: input.country,
    bank_code: bank.code,
    bank_name: bank.name,
    account_number: input.accountNumber,
    account_name: input.accountName,
    callback_url: input.callbackUrl ?? null,
    ...toOwnColumns(input),
    reference_key: canonicalOrNull(input.reference),
    payee_id: input.payeeId ?? null,
    payee_version: input.payeeId === undefined ? null : (input.payeeVersion ?? null),
    asked_output: input.askedOutput ?? null,
    accepted_output: input.acceptedQuote?.outputAmount ?? null,
    accepted_quoted_at: input.acceptedQuote?.quotedAt ?? null,
    quote_rate: quote?.rate ?? null,
    quote_output: quote?.outputAmount ?? null,
    quote_fee: quote?.fee ?? null,
    quoted_at: quote?.quotedAt ?? null,
    transaction_id: null,
    address: null,
    address_check: null,
    memo: null,
    callback_token_hash: null,
    callback_count: 0,
    claim_mark: null,
    dispatch_deadline: null,
    dispatched_by: null,
    is_handled: 0,
    chip: "status",
    is_closed: 0,
    received: "none",
    has_late_deposit: 0,
    is_contradicted: 0,
    has_node_dispute: 0,
    is_repeated: 0,
    has_dropped_callbacks: 0,
    is_payment_withdrawn: 0,
    has_live_funding: 0,
    owner_id: null,
    due_at: null,
    deposit_label: null,
    blind_since: null,
    unapprovable_since: null,
    paid_at: null,
    submission: "recorded",
    status: "recorded",
  };
}
