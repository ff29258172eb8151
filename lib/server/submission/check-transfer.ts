import { findAsset } from "#lib/asset/assets";
import { defaultCountry } from "#lib/asset/defaults";
import { payouts } from "#lib/contract/payouts";
import { Problem } from "#lib/contract/problem";
import type { CheckedCheckInput } from "#lib/contract/transfer/transfer-check";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { type Foresight, foreseeAll } from "./gates";

/** What the gates would say of a transfer that nobody has created. Throws a `Problem` for a token that isn't on the list. */
export async function checkTransfer(input: CheckedCheckInput, actor: Actor): Promise<Foresight> {
  const asset = findAsset(env().assets, input.asset);
  if (asset === undefined) throw new Problem("invalid_input", "This token and network are not on the list.");
  const [{ currency }] = payouts;
  const fields = {
    amount: input.amount,
    asset: asset.asset,
    from_currency: asset.fromCurrency,
    network: asset.network,
    currency,
    country: defaultCountry,
    bank_code: input.bankCode,
    bank_name: "",
    account_number: input.accountNumber,
    account_name: "",
    callback_url: null,
    payee_id: input.payeeId ?? null,
    payee_version: input.payeeId === undefined ? null : (input.payeeVersion ?? null),
    reference: null,
    purpose: null,
    replaces: null,
  };
  const line = { key: "", fields, output: input.outputAmount ?? null, ticks: [] };
  const subject = { kind: "transfer", id: "", makerId: actor.person.id, lines: [line] } as const;
  const ledger = await db();
  return ledger.transaction().execute((trx) => foreseeAll(trx, subject));
}
