import { randomBytes } from "node:crypto";
import type { Asset } from "#lib/asset/asset";
import type { TransferInitiationRequest } from "#lib/contract/offramp";
import type { Amount } from "#lib/money/money";
import { newDepositAddress } from "./deposit-address";
import type { Store } from "./store";

export type StoredTransfer = {
  transaction_id: string;
  address: string;
  amount: Amount;
  asset: string;
  from_currency: string;
  network: string;
  bank_code: string;
  to_currency: string;
  country: string;
  account_number: string;
  account_name: string;
  callback_url: string | null;
  status: string;
  /** JSON array of the statuses still to come. */
  plan: string;
  steps_taken: number;
  step_due_ms: number | null;
  created_ms: number;
};

type Start = { token: Asset; plan: readonly string[]; nowMs: number; stepDueMs: number | null };

const insert = `
  insert into transfers (transaction_id, address, amount, asset, from_currency, network, bank_code, to_currency,
    country, account_number, account_name, callback_url, status, plan, steps_taken, step_due_ms, created_ms)
  values (:transaction_id, :address, :amount, :asset, :from_currency, :network, :bank_code, :to_currency,
    :country, :account_number, :account_name, :callback_url, :status, :plan, :steps_taken, :step_due_ms, :created_ms)
  on conflict do nothing
`;

/** Its ID and address were never used before. */
export function createTransfer(
  store: Store,
  request: TransferInitiationRequest,
  start: Start,
): StoredTransfer {
  for (;;) {
    const transfer: StoredTransfer = {
      transaction_id: `txn_${randomBytes(15).toString("hex")}`,
      address: newDepositAddress(start.token.addressFamily),
      amount: request.amount,
      asset: start.token.asset,
      from_currency: request.fromCurrency,
      network: request.network,
      bank_code: request.bankCode,
      to_currency: request.toCurrency,
      country: request.country,
      account_number: request.accountNumber,
      account_name: request.accountName,
      callback_url: request.callbackUrl ?? null,
      status: "awaiting_deposit",
      plan: JSON.stringify(start.plan),
      steps_taken: 0,
      step_due_ms: start.stepDueMs,
      created_ms: start.nowMs,
    };
    // The unique columns keep an address from being used twice.
    if (store.prepare(insert).run(transfer).changes === 1) return transfer;
  }
}

export function findTransfer(store: Store, transactionId: string): StoredTransfer | undefined {
  return store.prepare("select * from transfers where transaction_id = ?").get(transactionId) as
    | StoredTransfer
    | undefined;
}

export function listTransfers(store: Store, limit: number): { total: number; newest: StoredTransfer[] } {
  const { total } = store.prepare("select count(*) as total from transfers").get() as { total: number };
  const newest = store
    .prepare("select * from transfers order by created_ms desc, rowid desc limit ?")
    .all(limit) as StoredTransfer[];
  return { total, newest };
}
