import { setImmediate } from "node:timers/promises";
import { unmetWords } from "#lib/features/controls/control-words";
import type { ControlsPreview } from "#lib/features/controls/controls-api";
import { whoCannotMeet } from "#lib/features/controls/eligible";
import { requirementOf } from "#lib/features/controls/requirement";
import type { Rules } from "#lib/features/controls/rules";
import { isTighter } from "#lib/features/controls/tighter";
import type { Amount } from "#lib/money/money";
import { addAmounts, subtractAmounts } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { databaseTime } from "#lib/server/tables/database-clock";
import { neverCreated } from "#lib/transfer/transfer-status";
import { readColleagues } from "../read-people";
import { readRules } from "./stored-rules";

const days = 90;
const dayMs = 86_400_000;
const mostLookedAt = 10_000;
const zero = "0" as Amount;
/** As many as any rule can need: the question is what waits, not who is there. */
const enough = { people: 2, admins: 2 };

/** Plays the rules over what was created lately, in its order. Nothing is stored. Names may be confirmed until they count. */
export async function previewRules(rules: Rules): Promise<ControlsPreview> {
  const played = { ...rules, nameConfirmed: null };
  const ledger = await db();
  const newest = await ledger
    .selectFrom("transfers")
    .select(["id", "account_number", "created_by", "asked_day", "created_at", "quote_output"])
    .where("created_at", ">", databaseTime(ledger, -days * dayMs))
    .where("submission", "not in", [...neverCreated])
    .orderBy("created_at", "desc")
    .limit(mostLookedAt)
    .execute();
  const toAccount = new Map<string, DayBefore>();
  const byDay = new Map<string, Amount>();
  let waits = 0;
  let refused = 0;
  for (const [place, row] of newest.reverse().entries()) {
    // On SQLite nobody else has a turn otherwise.
    if (place % 1_000 === 999) await setImmediate();
    const at = Date.parse(row.created_at);
    const naira = (row.quote_output ?? zero) as Amount;
    const known = toAccount.get(row.account_number);
    const lately = known ?? new DayBefore();
    toAccount.set(row.account_number, lately);
    const elsewhere = lately.sumAt(at);
    const [person, business] = [`${row.created_by} ${row.asked_day}`, row.asked_day];
    const requirement = requirementOf(played, {
      kind: "payout",
      accounts: [
        {
          elsewhere,
          isKnown: known !== undefined,
          lines: [{ key: row.id, naira, accountSince: null, payee: null }],
        },
      ],
      personDay: byDay.get(person) ?? zero,
      businessDay: byDay.get(business) ?? zero,
      approvers: enough,
      canOthersConfirm: true,
      now: row.created_at,
    });
    if (requirement.answer === "waits") waits += 1;
    if (requirement.answer === "refused") refused += 1;
    lately.add(at, naira);
    for (const day of [person, business]) byDay.set(day, addAmounts(byDay.get(day) ?? zero, naira));
  }
  const current = await readRules(ledger);
  const { people, now } = await readColleagues(ledger);
  return {
    ...{ days, transfers: newest.length, waits, refused },
    effect: !isTighter(current.rules, rules)
      ? "looser"
      : isTighter(rules, current.rules)
        ? "none"
        : "tighter",
    unmet: whoCannotMeet(rules, people, now).map((each) => unmetWords(each, env().timeZone)),
  };
}

/** What was created for one account within the day before, in the order of time. */
class DayBefore {
  private readonly made: { at: number; naira: Amount }[] = [];
  private oldest = 0;
  private sum: Amount = zero;

  sumAt(at: number): Amount {
    for (let next = this.made[this.oldest]; next !== undefined && next.at <= at - dayMs; ) {
      this.sum = subtractAmounts(this.sum, next.naira);
      this.oldest += 1;
      next = this.made[this.oldest];
    }
    return this.sum;
  }

  add(at: number, naira: Amount): void {
    this.made.push({ at, naira });
    this.sum = addAmounts(this.sum, naira);
  }
}
