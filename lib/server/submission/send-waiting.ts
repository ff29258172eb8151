import type { CheckedTransferInput, TransferWithEvents } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import type { Amount } from "#lib/money/money";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { appendEvent } from "#lib/server/ledger/transfer-ledger";
import { findRow } from "#lib/server/ledger/transfer-row";
import { findTransfer } from "#lib/server/ledger/transfers";
import { newOwnCallback } from "#lib/server/service/callback-url";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { claim } from "./claim";
import { send } from "./send";
import {
  refuseDuplicate,
  refuseUsedReference,
  requireKnownBank,
  requireQuote,
  requireUsableBusiness,
} from "./transfer-checks";

/**
 * Invariant: the approval that completes what was asked for and the claim that licenses the call are one commit. If a check
 * before it fails, nothing is kept, and the transfer waits on.
 */

/** What the person who approves saw and confirmed. */
export type Seen = Pick<
  CheckedTransferInput,
  "acceptedQuote" | "confirmOddQuote" | "confirmSeparate" | "confirmReference"
>;

/**
 * What an approval leads to. `waits`: more are needed. `repeated`: it was given before, and its answer stands. `row` is what
 * would be sent; `quote` is the service's own, taken for this approval.
 */
export type Approval = (
  trx: Trx,
  asked: { row: TransferRow; quote: Quote | undefined },
) => Promise<"sends" | "waits" | "repeated">;

/**
 * T14 and T15: judges a waiting transfer once more, writes the approval, and sends it where that was the last one needed.
 * Returns it as it is then. Throws a `Problem` when nothing was kept.
 */
export async function sendWaiting(
  id: string,
  seen: Seen,
  actor: Actor,
  approve: Approval,
): Promise<TransferWithEvents> {
  const ledger = await db();
  const row = await findRow(ledger, id);
  const input = inputOf(row, seen);
  const isWaiting = row.submission === "awaiting_approval";
  const [, quote] = isWaiting
    ? await Promise.all([requireKnownBank(input), requireQuote(input), requireUsableBusiness()])
    : [];
  const judge = async (trx: Trx) => {
    const next = await approve(trx, { row, quote });
    if (next !== "repeated") {
      const said = { source: "person", kind: "approved", person_name: originOf(actor).actor.name } as const;
      await appendEvent(trx, row.id, said);
    }
    if (next !== "sends") return false;
    await refuseDuplicate(trx, row, seen.confirmSeparate === true, actor);
    await refuseUsedReference(trx, row, seen.confirmReference === true, actor);
    return true;
  };
  const callback = row.callback_url === null ? newOwnCallback() : undefined;
  const asked = { row, from: "awaiting_approval", by: await makerOf(row), judge } as const;
  const claimed = await claim(ledger, asked, callback);
  if (claimed !== undefined) await send(ledger, claimed, callback);
  return findTransfer(row.id);
}

/** As it was asked for: what was confirmed of its account then is confirmed. */
function inputOf(row: TransferRow, seen: Seen): CheckedTransferInput {
  return {
    ...seen,
    amount: row.amount as Amount,
    asset: row.asset,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountNumber: row.account_number,
    accountName: row.account_name,
    currency: row.currency,
    country: row.country,
    confirmBank: true,
  } as CheckedTransferInput;
}

/** The e-mail that its first event has. */
async function makerOf({ id }: TransferRow): Promise<string | null> {
  const first = await (await db())
    .selectFrom("transfer_events")
    .select("person_name")
    .where("transfer_id", "=", id)
    .where("seq", "=", 1)
    .executeTakeFirst();
  return first?.person_name ?? null;
}

export function notWaiting(): Problem {
  const detail = "This transfer waits for no approval any more. Nothing was changed. Reload the page.";
  return new Problem("not_waiting", detail);
}
