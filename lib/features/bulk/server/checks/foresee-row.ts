import Big from "big.js";
import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { defaultCountry } from "#lib/asset/defaults";
import { payouts } from "#lib/contract/payouts";
import { type JudgedRow, withAsk } from "#lib/features/bulk/batches/judge-batch";
import type { Amount } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { foreseeAll } from "#lib/server/submission/gates";
import type { Trx } from "#lib/server/tables/schema";
import { amountFor } from "./amount-of-wish";
import type { PayeeOfRow } from "./ledger-hints";
import type { AgreedRate } from "./stored-batch";

type Facts = {
  batchId: string;
  token: Asset;
  payee: PayeeOfRow | null;
  actor: Actor;
  rate: AgreedRate | undefined;
  /** Of all rows of the batch. */
  accounts: readonly string[];
};

/** What the gates would say of the row's transfer: what has to be confirmed, and what would be refused. */
export async function foreseeRow(
  trx: Trx,
  row: JudgedRow,
  { batchId, token, payee, actor, rate, accounts }: Facts,
): Promise<JudgedRow> {
  const { amount, naira, bank, accountNumber, accountName } = row.read;
  const estimate =
    amount ?? (naira === null || rate === undefined ? null : amountFor(naira as Amount, rate, rate, token));
  if (estimate === null || bank === null) return row;
  const output = naira ?? (rate === undefined ? null : outputOf(estimate, rate));
  const [{ currency }] = payouts;
  const fields = {
    amount: estimate,
    ...{ asset: token.asset, from_currency: token.fromCurrency, network: token.network },
    ...{ currency, country: defaultCountry, bank_code: bank.code, bank_name: bank.name },
    ...{ account_number: accountNumber, account_name: accountName, callback_url: null },
    ...{ payee_id: payee?.id ?? null, payee_version: payee?.version ?? null },
    ...{ reference: null, purpose: null, replaces: null },
  };
  const line = { key: "", fields, output, ticks: [] };
  const { unusual, refused } = await foreseeAll(trx, {
    // What the batch itself has booked is this row’s own.
    ...{ kind: "transfer", id: batchId, makerId: actor.person.id },
    lines: [line],
    accounts,
  });
  const asked =
    unusual === null ? row : withAsk(row, { kind: "unusual", of: amount ?? naira ?? "", message: unusual });
  const tooMuch = naira === null ? undefined : amountMessage(estimate, token);
  if (tooMuch !== undefined)
    return { ...asked, faults: [...asked.faults, { path: "naira", kind: "limit", message: tooMuch }] };
  if (refused === null) return asked;
  return { ...asked, faults: [...asked.faults, { path: "amount", kind: "limit", message: refused }] };
}

/** By the quote's rate alone: the fee of each amount is the service's to say. */
function outputOf(amount: string, { rate }: AgreedRate): string {
  return Big(amount).times(rate).round(2, Big.roundDown).toFixed();
}
