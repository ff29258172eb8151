import { findAsset } from "#lib/asset/assets";
import type { Transfer } from "#lib/contract/api";
import type { PayerView, PaymentRequest } from "#lib/contract/pay/pay-links";
import { lastFour } from "#lib/money/format";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { inSnapshot } from "#lib/server/database/snapshot";
import { toTransfer } from "#lib/server/ledger/transfer-record";
import { findRow, findUpToDate } from "#lib/server/ledger/transfer-row";
import { readHouseOf } from "#lib/server/standing/house";
import { readFacts } from "#lib/server/standing/transfer-facts";
import type { PayLinkRow } from "#lib/server/tables/passing-rows";
import type { Trx } from "#lib/server/tables/schema";
import { payerState } from "#lib/words/deposit/payer-state";

/** Invariant: what a payer learns is chosen here, field by field, and nothing else of a transfer leaves by a link. */

/** `host`: the one that the request was for; APP_URL's counts where it is set. */
export async function viewOf(row: PayLinkRow, isLive: boolean, host: string): Promise<PayerView> {
  const { appUrl, isSandbox, timeZone } = env();
  const own = appUrl === undefined ? host : new URL(appUrl).host;
  const base = { host: own, isSandbox, timeZone };
  if (!isLive) return { ...base, state: "ended", request: null };
  const ledger = await db();
  const { id } = await findUpToDate(ledger, row.transfer_id);
  const { transfer, saidAt } = await inSnapshot(ledger, async (snapshot) => ({
    transfer: await transferOf(snapshot, id),
    saidAt: await readSaidAt(snapshot, id),
  }));
  const state = payerState(transfer);
  return { ...base, state, request: requestOf(transfer, row, { isOpen: state === "open", saidAt }) };
}

/** As our API shows it. */
export async function transferOf(trx: Trx, id: string): Promise<Transfer> {
  const row = await findRow(trx, id);
  const factsOf = await readFacts(trx, [row]);
  const houseOf = await readHouseOf(trx, [row]);
  return toTransfer(row, factsOf(row.id), houseOf(row));
}

/** When the service last said how much arrived. */
async function readSaidAt(trx: Trx, id: string): Promise<string | null> {
  const said = await trx
    .selectFrom("transfer_events")
    .select("at")
    .where("transfer_id", "=", id)
    .where("kind", "=", "callback")
    .where("arrived", "is not", null)
    .where("is_quarantined", "=", 0)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return said?.at ?? null;
}

type Seen = { isOpen: boolean; saidAt: string | null };

function requestOf(transfer: Transfer, row: PayLinkRow, { isOpen, saidAt }: Seen): PaymentRequest {
  const { assets } = env();
  const { until: openUntil } = transfer.standing;
  const until = Math.min(Date.parse(openUntil ?? row.expires_at), Date.parse(row.expires_at));
  const { label, amount, difference, otherToken, confirmations, firstAt } = transfer.deposit;
  const reported = transfer.standing.sources?.service ?? transfer.arrivedAmount;
  return {
    payeeName: row.payee_name,
    amount: transfer.amount,
    token: transfer.fromCurrency,
    networkName: findAsset(assets, transfer.asset)?.networkName ?? transfer.network,
    address: isOpen ? transfer.address : null,
    memo: isOpen ? transfer.memo : null,
    sendUntil: new Date(until).toISOString(),
    linkUntil: row.expires_at,
    reference: row.reference,
    bank:
      row.shows_bank === 1 ? { name: transfer.bankName, lastFour: lastFour(transfer.accountNumber) } : null,
    sources: transfer.standing.sources,
    reported: reported === null ? null : { amount: reported, at: saidAt },
    deposit: { label, amount, difference, otherToken, confirmations, firstAt },
  };
}
