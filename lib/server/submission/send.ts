import type { TransferInitiationRequest } from "#lib/contract/offramp";
import type { Amount } from "#lib/money/money";
import { log } from "#lib/server/observe/log";
import { countSubmission } from "#lib/server/observe/metrics";
import { hideToken, type OwnCallback } from "#lib/server/service/callback-url";
import { initiate } from "#lib/server/service/initiate";
import type { InitiateOutcome } from "#lib/server/service/initiate-outcome";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { keepOutcome } from "./keep-outcome";
import { rememberOutcome, rememberSent, type Sent } from "./sent";

/** Invariant: only what this caller has claimed is sent, once, and its answer is kept. */

/** For a transfer that this caller has claimed. Throws `database_unavailable` where its answer can't be saved yet. */
export async function send(ledger: Db, sent: Sent, callback: OwnCallback | undefined): Promise<void> {
  rememberSent(sent);
  const outcome = withoutToken(await initiate(toRequest(sent.row, callback)), callback);
  countSubmission(outcome.kind);
  rememberOutcome(sent, outcome);
  await keepOutcome(ledger, sent, outcome);
  log().info({ transferId: sent.row.id, outcome: outcome.kind }, "transfer submitted");
}

function toRequest(row: TransferRow, callback: OwnCallback | undefined): TransferInitiationRequest {
  const callbackUrl = row.callback_url ?? callback?.url;
  return {
    amount: row.amount as Amount,
    fromCurrency: row.from_currency,
    network: row.network,
    bankCode: row.bank_code,
    toCurrency: row.currency,
    country: row.country,
    accountNumber: row.account_number,
    accountName: row.account_name,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  };
}

/** A service that echoes its request must not bring the token into a page or an export. */
function withoutToken(outcome: InitiateOutcome, callback: OwnCallback | undefined): InitiateOutcome {
  if (callback === undefined) return outcome;
  const clean = (text: string) => hideToken(text, callback.token);
  return {
    ...outcome,
    raw: outcome.raw === null ? null : clean(outcome.raw),
    ...("message" in outcome && { message: clean(outcome.message) }),
    ...(outcome.kind === "unknown" && cleanEvidence(outcome, clean)),
  } as InitiateOutcome;
}

function cleanEvidence(
  { transactionId, address }: Extract<InitiateOutcome, { kind: "unknown" }>,
  clean: (text: string) => string,
) {
  return {
    ...(transactionId !== undefined && { transactionId: clean(transactionId) }),
    ...(address !== undefined && { address: clean(address) }),
  };
}
