import { defaultChannel } from "#lib/asset/defaults";
import type { Bank, CheckedTransferInput } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { mostRisePercent, quoteLifeMs } from "#lib/contract/quote-life";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, addAmounts, multiplyAmounts, percentChange } from "#lib/money/money";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { findKnownName, findSavedAccount } from "#lib/server/payees/known-names";
import { findBank } from "#lib/server/service/banks";
import { getBusiness } from "#lib/server/service/business";
import { getQuote } from "#lib/server/service/quotes";
import type { TransferRow, Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { shownHash } from "#lib/transfer/shown-hash";
import { isNeverCreated } from "#lib/transfer/transfer-status";
import {
  earlierPayoutWords,
  knownNameWords,
  renamedBankWords,
  savedAccountWords,
} from "#lib/words/same-account";
import { judged, refuseOddQuote } from "./odd-quotes";
import { findRenamedBank, findSameReference, findTwin } from "./same-account";

/** Invariant: what only the server can check is checked before the intent is recorded; a failure creates nothing. */

/** The page may hold other details than it showed, for one of another tab. */
export function requireShown({ shown, ...input }: CheckedTransferInput): void {
  if (shown === undefined || shown === shownHash(input)) return;
  const detail =
    "The details have changed since you checked them. Nothing was created. Reload the page, then check every detail again.";
  throw new Problem("shown_differs", detail);
}

/** Only a definite no stops here: without an answer, the transfer's own call will tell. */
export async function requireUsableBusiness(): Promise<void> {
  const business = await getBusiness().catch((error: unknown) => {
    const isDefinite =
      error instanceof Problem && (error.code === "key_rejected" || error.code === "business_inactive");
    if (isDefinite) throw error;
    return undefined;
  });
  if (business !== undefined && !business.usable) {
    const detail = `The service says that its status is "${business.status}"; only "active" can create transfers. Nothing was created.`;
    throw new Problem("business_inactive", detail);
  }
}

/** What somebody agreed to before, for the rows of a batch: below the rate or the output nothing is created. */
export type Terms = {
  leastRate?: Amount;
  leastOutput?: Amount;
  /** The batch that was approved as one. */
  approvedIn?: string;
  /** When the row's batch was agreed to. */
  agreedAt?: string;
  /** Runs in the transaction of the intent and of the claim, and throws where it isn't agreed to any more. */
  requireStill?: (trx: Trx) => Promise<void>;
};

/**
 * Compares a fresh quote with the accepted one or the terms, and judges it. Without either, no quote is needed; one that came
 * must make sense, or be confirmed. Throws `quote_moved` with the fresh quote.
 */
export async function requireQuote(
  input: CheckedTransferInput,
  terms: Terms = {},
): Promise<Quote | undefined> {
  const { amount, asset, currency, country, acceptedQuote, confirmOddQuote } = input;
  const fetching = getQuote({ amount, asset, currency, country, channel: defaultChannel });
  const isNeeded = acceptedQuote !== undefined || terms.leastRate !== undefined;
  const plain = isNeeded ? await fetching : await fetching.catch(() => undefined);
  if (plain === undefined) return undefined;
  const fresh = await judged(plain);
  if (acceptedQuote !== undefined) refuseMovedQuote(acceptedQuote, fresh);
  refuseBelow(terms, fresh);
  if (confirmOddQuote !== true) refuseOddQuote(fresh);
  return fresh;
}

function refuseBelow({ leastRate, leastOutput }: Terms, fresh: Quote): void {
  const isBelow = (now: Amount, least: Amount | undefined) =>
    least !== undefined && compareAmounts(now, least) < 0;
  const detail = isBelow(fresh.rate, leastRate)
    ? `The rate is ${fresh.rate} now, below the ${leastRate} that was agreed to. Nothing was created.`
    : isBelow(fresh.outputAmount, leastOutput)
      ? `The recipient would get ${fresh.outputAmount}, less than the ${leastOutput} that was asked for. Nothing was created.`
      : undefined;
  if (detail !== undefined) throw new Problem("quote_moved", detail, { extra: { fresh } });
}

type AcceptedQuote = NonNullable<CheckedTransferInput["acceptedQuote"]>;

function refuseMovedQuote({ outputAmount, quotedAt }: AcceptedQuote, fresh: Quote): void {
  const accepted = outputAmount as Amount;
  // A time in the future would make a quote that never gets old.
  const isOld = Math.abs(Date.now() - Date.parse(quotedAt)) > quoteLifeMs;
  const hundred = "100" as Amount;
  const isNone = compareAmounts(accepted, "0" as Amount) <= 0;
  const changePercent = isNone ? hundred : percentChange(accepted, fresh.outputAmount);
  // Compares exact figures: the percentage on the screen is rounded.
  const share = (percent: Amount) => multiplyAmounts(accepted, addAmounts(hundred, percent));
  const now = multiplyAmounts(fresh.outputAmount, hundred);
  const hasFallen = compareAmounts(now, share(`-${env().quoteDriftPercent}` as Amount)) < 0;
  const hasRisen = compareAmounts(now, share(mostRisePercent)) > 0;
  if (!isOld && !hasFallen && !hasRisen) return;
  const why = hasFallen
    ? "The recipient would get less than the amount that was accepted."
    : hasRisen
      ? "The recipient would get more than the amount that was accepted."
      : "The accepted quote is more than a minute old.";
  const detail = `${why} Nothing was created. Accept the new amount to continue.`;
  throw new Problem("quote_moved", detail, { extra: { accepted, fresh, changePercent } });
}

/** Only a transfer that was never created can be replaced; locks it. Throws `invalid_input` for any other. */
export async function requireReplaceable(trx: Trx, { replaces }: CheckedTransferInput): Promise<void> {
  if (replaces === undefined) return;
  await holdTransfers(trx, [replaces]);
  const earlier = await trx
    .selectFrom("transfers")
    .select("submission")
    .where("id", "=", replaces)
    .executeTakeFirst();
  if (earlier !== undefined && isNeverCreated(earlier.submission)) return;
  const message =
    "Only a transfer that was rejected, declined, cancelled or not created can be replaced. This is not the ID of one.";
  throw new Problem("invalid_input", "Nothing was created.", { errors: [{ path: "replaces", message }] });
}

/*
 * Each of these says whether there was something to confirm, so that nobody reads of a doubt that was none: a program may
 * confirm all of them ahead.
 */

/** The same account, token and amount under another key is most often the same payout, made twice. */
export async function refuseDuplicate(
  trx: Trx,
  row: TransferRow,
  isConfirmed: boolean,
  actor: Actor | null,
): Promise<boolean> {
  const { id, asset, amount, bank_code: bankCode, account_number: accountNumber } = row;
  await holdValue(trx, "payee", accountNumber);
  const twin = await findTwin(trx, { id, asset, amount, bankCode, accountNumber }, actor);
  if (twin === undefined || isConfirmed) return twin !== undefined;
  const detail = `${earlierPayoutWords(twin, Date.now())} Nothing was created now. Confirm that this is a second transfer, or open the first one.`;
  throw new Problem("duplicate_suspected", detail, { extra: { transferId: twin.id } });
}

/** A name that the business pays at another account: most often a mistake, and at times a fraud. */
export async function refuseKnownName(trx: Trx, row: TransferRow, isConfirmed: boolean): Promise<boolean> {
  const { id, payee_id, account_name: accountName, account_number: accountNumber } = row;
  // A payee's own account was checked when it was saved.
  if (payee_id !== null) return false;
  const known = await findKnownName(trx, { accountName, accountNumber, id });
  if (known === undefined || isConfirmed) return known !== undefined;
  const detail = `${knownNameWords(known)} Nothing was created. Check the account with the recipient, then confirm it.`;
  throw new Problem("name_known", detail, { extra: { payeeId: known.payeeId } });
}

/** An account that the business pays under another name: most often a slip, such as the wrong line of a list. */
export async function refuseOtherName(trx: Trx, row: TransferRow, isConfirmed: boolean): Promise<boolean> {
  if (row.payee_id !== null) return false;
  const { id, bank_code: bankCode, bank_name: bankName } = row;
  const account = { bankCode, bankName, accountNumber: row.account_number, accountName: row.account_name };
  const saved = await findSavedAccount(trx, { ...account, id });
  if (saved === undefined || isConfirmed) return saved !== undefined;
  const detail = `${savedAccountWords(saved)} Nothing was created. Use that name, or confirm this one.`;
  throw new Problem("account_saved", detail, { extra: { payeeId: saved.payeeId } });
}

/**
 * The bank on the service's list. The code is the bank's, and the list's new name for it is asked about once for each account.
 * One look at the list decides both: another may see the list of before.
 */
export async function requireKnownBank(
  input: CheckedTransferInput,
): Promise<{ bank: Bank; isRenamed: boolean }> {
  const found = await findBank(input.country, input);
  const renamed = await findRenamedBank(await db(), found, input);
  const isRenamed = renamed !== undefined;
  if (!isRenamed || input.confirmBank === true) return { bank: found.bank, isRenamed };
  const detail = `${renamedBankWords(renamed)} Nothing was created. Confirm that it is the same bank.`;
  throw new Problem("bank_renamed", detail, { extra: renamed });
}

/** An invoice is paid once: its number a second time for the same account is asked about. */
export async function refuseUsedReference(
  trx: Trx,
  row: TransferRow,
  isConfirmed: boolean,
  actor: Actor | null,
): Promise<boolean> {
  const { id, asset, reference, payee_id, bank_code: bankCode, account_number: accountNumber } = row;
  if (reference === null) return false;
  const account = { bankCode, accountNumber, payeeId: payee_id ?? undefined };
  await holdValue(trx, "payee", accountNumber);
  const earlier = await findSameReference(trx, { ...account, id, asset, reference }, actor);
  if (earlier === undefined || isConfirmed) return earlier !== undefined;
  const detail = `${earlierPayoutWords(earlier, Date.now())} It has the same reference. Nothing was created now. Confirm that you want to use it again, or open the first one.`;
  throw new Problem("reference_used", detail, { extra: { transferId: earlier.id } });
}
