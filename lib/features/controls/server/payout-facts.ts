import { isOneBank } from "#lib/bank/bank-names";
import type { Approvers } from "#lib/features/controls/approvers";
import type { AccountLines, PayoutFacts } from "#lib/features/controls/requirement";
import type { Rules } from "#lib/features/controls/rules";
import type { Amount } from "#lib/money/money";
import { addAmounts } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { readConfirmations } from "#lib/server/payees/name-confirmations";
import { decidedVersions } from "#lib/server/payees/proposals";
import type { Line, PayoutFields } from "#lib/server/submission/gates";
import { databaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { dayOf } from "#lib/text/zone-day";
import { neverCreated } from "#lib/transfer/transfer-status";
import { bookedInBatches } from "./batch-lines";
import { wasHeld } from "./read-people";

/**
 * Invariant: sums are read after the row is written and under the locks of what they are of, in one order: the account, the
 * person's day, the business's day. So of any number at once the last sees all the others. What waits, and a person's day,
 * count when a transfer is asked for or approved; what was sent counts always, and the business's day when it is sent: so two
 * that were asked for one after the other don't stop each other.
 */

const dayMs = 86_400_000;
const zero = "0" as Amount;

type Asked = {
  /** The transfer or the batch that is judged: it is in no sum. */
  id: string;
  makerId: string;
  lines: readonly Line[];
  approvers: Approvers;
  /** Somebody else may confirm names. */
  canOthersConfirm: boolean;
  now: string;
  /** Whether it is about to be sent. */
  isSending: boolean;
  /** Whether the sums stay as they are until the transaction ends. */
  isLocked: boolean;
};

/** Reads what the rules look at, and no more. */
export async function readPayoutFacts(
  trx: Trx,
  rules: Rules,
  { id, makerId, lines, approvers, canOthersConfirm, now, isSending, isLocked }: Asked,
): Promise<PayoutFacts> {
  // In one order, so that two batches never wait for each other.
  const accounts = [...new Set(lines.map(({ fields }) => fields.account_number))].sort();
  const day = dayOf(Date.parse(now), env().timeZone);
  const countsPerson = !isSending && rules.personDayNaira !== null;
  const countsBusiness = isSending && rules.businessDayNaira !== null;
  if (isLocked) {
    for (const account of accounts) await holdValue(trx, "payee", account);
    if (countsPerson) await holdValue(trx, "personDay", `${makerId} ${day}`);
    if (countsBusiness) await holdValue(trx, "businessDay", day);
  }
  const judged: AccountLines[] = [];
  for (const account of accounts) {
    const own = lines.filter(({ fields }) => fields.account_number === account);
    const withPayees = [];
    for (const line of own) {
      const payee = await readPayee(trx, rules, makerId, line);
      const accountSince = rules.newAccount === null ? null : await savedSince(trx, line);
      withPayees.push({ key: line.key, naira: line.output as Amount | null, accountSince, payee });
    }
    judged.push({
      elsewhere: await sumToAccount(trx, { id, account, isSending }),
      isKnown: rules.newAccount === null || (await areKnown(trx, id, own)),
      lines: withPayees,
    });
  }
  return {
    kind: "payout",
    accounts: judged,
    personDay: countsPerson ? await sumOfPerson(trx, { id, makerId, day }) : zero,
    businessDay: countsBusiness ? await sumOfBusiness(trx, id, day) : null,
    approvers,
    canOthersConfirm,
    now,
  };
}

/** What waits to go to it, unless it is about what is sent, and what was sent to it within 24 hours. */
async function sumToAccount(
  trx: Trx,
  { id, account, isSending }: { id: string; account: string; isSending: boolean },
): Promise<Amount> {
  const rows = await trx
    .selectFrom("transfers")
    .select("quote_output")
    .where("account_number", "=", account)
    .where("id", "<>", id)
    .where(({ eb, or }) =>
      or([
        ...(isSending ? [] : [eb("submission", "in", ["recorded", "awaiting_approval"])]),
        eb.and([
          eb("submission", "not in", [...neverCreated]),
          eb("sent_at", ">", databaseTime(trx, -dayMs)),
        ]),
      ]),
    )
    .execute();
  if (isSending) return sumOf(rows);
  return addAmounts(sumOf(rows), await bookedInBatches(trx, { account }, id));
}

/** Whether each of these lines to one number goes to a bank that has had a transfer under it before. */
async function areKnown(trx: Trx, id: string, lines: readonly Line[]): Promise<boolean> {
  const earlier = await trx
    .selectFrom("transfers")
    .select(["bank_code as code", "bank_name as name"])
    .distinct()
    .where("account_number", "=", lines[0]?.fields.account_number ?? "")
    .where("submission", "=", "accepted")
    .where("id", "<>", id)
    .execute();
  return lines.every(({ fields }) => earlier.some((bank) => isOneBank(bank, bankOf(fields))));
}

const bankOf = ({ bank_code, bank_name }: Pick<PayoutFields, "bank_code" | "bank_name">) => ({
  ...{ code: bank_code, name: bank_name },
});

/**
 * Since when the account has been a payee's, the one who has had it longest: by the account and never by the payee, so not choosing
 * one evades nothing. One that somebody had to agree to counts since then.
 */
async function savedSince(trx: Trx, { fields }: Line): Promise<string | null> {
  const versions = await decidedVersions(trx)
    .select(["bank_code", "bank_name", "payee_versions.at", "payee_decisions.at as agreed_at"])
    .where("account_number", "=", fields.account_number)
    .where("state", "=", "current")
    .execute();
  const since = versions
    .filter((version) => isOneBank(bankOf(version), bankOf(fields)))
    .map(({ at, agreed_at }) => agreed_at ?? at);
  return since.sort()[0] ?? null;
}

/** By the day on which each was asked for. Unknown counts. */
async function sumOfPerson(
  trx: Trx,
  { id, makerId, day }: { id: string; makerId: string; day: string },
): Promise<Amount> {
  const rows = await trx
    .selectFrom("transfers")
    .select("quote_output")
    .where("asked_day", "=", day)
    .where("created_by", "=", makerId)
    .where("submission", "not in", [...neverCreated])
    .where("id", "<>", id)
    .execute();
  return addAmounts(sumOf(rows), await bookedInBatches(trx, { makerId }, id));
}

/** By the day on which each was sent. */
async function sumOfBusiness(trx: Trx, id: string, day: string): Promise<Amount> {
  const rows = await trx
    .selectFrom("transfers")
    .select("quote_output")
    .where("sent_day", "=", day)
    .where("submission", "not in", [...neverCreated])
    .where("id", "<>", id)
    .execute();
  return sumOf(rows);
}

/** A confirmation counts by whoever could have approved by then: nobody brings in somebody to confirm. */
async function readPayee(trx: Trx, rules: Rules, makerId: string, { fields }: Line) {
  const { payee_id, payee_version } = fields;
  if (payee_id === null || payee_version === null) return null;
  const named = { payeeId: payee_id, n: payee_version };
  const found = rules.nameConfirmed === null ? [] : await readConfirmations(trx, named);
  // The newest by somebody else, before the maker's own.
  const inOrder = found.toSorted((a, b) => Number(a.person_id === makerId) - Number(b.person_id === makerId));
  for (const { at, person_id } of inOrder)
    if (!(await wasHeld(trx, person_id, at))) return { confirmed: { at, isByMaker: person_id === makerId } };
  return { confirmed: null };
}

/** One without a quote was sent before any rule was set. */
function sumOf(rows: readonly { quote_output: string | null }[]): Amount {
  return rows.reduce((sum, { quote_output }) => addAmounts(sum, (quote_output ?? zero) as Amount), zero);
}
