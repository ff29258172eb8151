import "server-only";
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
  const transfer = await inSnapshot(ledger, (snapshot) => transferOf(snapshot, id));
  const state = payerState(transfer);
  return { ...base, state, request: requestOf(transfer, row, state === "open") };
}

/** As our API shows it. */
export async function transferOf(trx: Trx, id: string): Promise<Transfer> {
  const row = await findRow(trx, id);
  const factsOf = await readFacts(trx, [row]);
  const houseOf = await readHouseOf(trx, [row]);
  return toTransfer(row, factsOf(row.id), houseOf(row));
}

function requestOf(transfer: Transfer, row: PayLinkRow, isOpen: boolean): PaymentRequest {
  const { assets } = env();
  const { until: openUntil } = transfer.standing;
  const until = Math.min(Date.parse(openUntil ?? row.expires_at), Date.parse(row.expires_at));
  const { label, amount, difference, otherToken, confirmations } = transfer.deposit;
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
    deposit: { label, amount, difference, otherToken, confirmations },
  };
}
