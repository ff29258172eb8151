import type { Sent, Unusual, UnusualFacts } from "#lib/features/controls/unusual";
import { lastCounted, unusualAmount } from "#lib/features/controls/unusual";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import type { Line } from "#lib/server/submission/gates";
import type { Trx } from "#lib/server/tables/schema";
import { neverCreated } from "#lib/transfer/transfer-status";
import { activeRules, type CurrentRules, toCurrent } from "./rules/stored-rules";

/** A person's own records are looked for among their newest. */
const mostOfPerson = 200;

/**
 * The rules that count, and what is unusual about a line by what was sent to its account and created by its maker before. One
 * read, as each transfer takes it, whether a rule is on or not.
 */
export async function readRulesAndUnusual(
  trx: Trx,
  id: string,
  makerId: string | null,
  line: Line,
): Promise<{ current: CurrentRules; unusual: Unusual[] }> {
  const earlier = (column: "account_number" | "created_by", value: string, most: number) =>
    trx
      .selectFrom("transfers")
      .select(["amount", "from_currency as token", "quote_output as naira", "created_at", "id"])
      .select(({ val }) => val(column).as("of"))
      .where(column, "=", value)
      .where("submission", "not in", [...neverCreated])
      .where("id", "<>", id)
      .orderBy("created_at", "desc")
      .limit(most);
  const toAccount = earlier("account_number", line.fields.account_number, lastCounted);
  const before = trx
    .selectFrom(toAccount.as("to_account"))
    .selectAll()
    .$if(makerId !== null, (query) =>
      query.unionAll(
        trx.selectFrom(earlier("created_by", makerId ?? "", mostOfPerson).as("by_person")).selectAll(),
      ),
    );
  // One row at least, with neither rules nor transfers.
  const rows = await trx
    .selectFrom(trx.selectNoFrom(({ lit }) => lit(1).as("one")).as("always"))
    .leftJoin(activeRules(trx).as("active"), (join) => join.onTrue())
    .leftJoin(before.as("before"), (join) => join.onTrue())
    .select(["active.n", "active.rules", "of", "amount", "token", "naira"])
    .execute();
  const sent = rows.flatMap(({ of, amount, token, naira }) =>
    of === null || amount === null || token === null
      ? []
      : { of, sent: { amount: amount as Amount, token, naira: naira as Amount | null } },
  );
  const asked = {
    amount: line.fields.amount as Amount,
    token: line.fields.from_currency,
    naira: line.output as Amount | null,
  };
  const own = sent.filter(({ of }) => of === "created_by").map((each) => each.sent);
  const unusual = unusualAmount({
    asked,
    toAccount: sent.filter(({ of }) => of === "account_number").map((each) => each.sent),
    byPerson: byPersonOf(own, asked),
  });
  return { current: toCurrent(rows[0]), unusual };
}

function byPersonOf(own: readonly Sent[], { token }: Sent): UnusualFacts["byPerson"] {
  const inNaira = own.flatMap(({ naira }) => naira ?? []);
  const inToken = own.filter((sent) => sent.token === token).map(({ amount }) => amount);
  return { naira: beforeOf(inNaira), token: beforeOf(inToken) };
}

function beforeOf(amounts: readonly Amount[]) {
  const [first] = amounts;
  if (first === undefined) return null;
  const largest = amounts.reduce((most, each) => (compareAmounts(each, most) > 0 ? each : most), first);
  return { count: amounts.length, largest };
}
