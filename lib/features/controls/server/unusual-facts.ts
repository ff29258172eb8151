import type { Sent, Unusual, UnusualFacts } from "#lib/features/controls/unusual";
import { lastCounted, unusualAmount } from "#lib/features/controls/unusual";
import { compareAmounts } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import type { Line, Subject } from "#lib/server/submission/gates";
import { isOneOf, prepared } from "#lib/server/tables/prepared";
import type { Trx } from "#lib/server/tables/schema";
import { neverCreated } from "#lib/transfer/transfer-status";
import { activeRules, type CurrentRules, toCurrent } from "./rules/stored-rules";

/** A person's own records are looked for among their newest. */
const mostOfPerson = 200;
/** As much in the token among these is no record; one is rare, and takes the others to be known. */
const firstOfPerson = 20;

/**
 * The rules that count, and what is unusual about a line by what was sent to its account and created by its maker before. One
 * read, as each transfer takes it, whether a rule is on or not; one more where it may be the maker's largest.
 */
export async function readRulesAndUnusual(
  trx: Trx,
  id: string,
  makerId: string | null,
  line: Line,
): Promise<{ current: CurrentRules; unusual: Unusual[] }> {
  const toAccount = sentBefore(trx, id, "account_number", line.fields.account_number, lastCounted);
  const before = trx
    .selectFrom(toAccount.as("to_account"))
    .selectAll()
    .$if(makerId !== null, (query) =>
      query.unionAll(
        trx
          .selectFrom(sentBefore(trx, id, "created_by", makerId ?? "", firstOfPerson).as("by_person"))
          .selectAll(),
      ),
    );
  // One row at least, with neither rules nor transfers.
  const rows = await trx
    .selectFrom(trx.selectNoFrom(({ lit }) => lit(1).as("one")).as("always"))
    .leftJoin(activeRules(trx).as("active"), (join) => join.onTrue())
    .leftJoin(before.as("before"), (join) => join.onTrue())
    .select(["active.n", "active.rules", "of", "amount", "token", "naira"])
    .modifyFront(prepared)
    .execute();
  const sent = rows.flatMap(({ of, amount, token, naira }) =>
    of === null || amount === null || token === null ? [] : asSentTo({ of, amount, token, naira }),
  );
  const own = sent.filter(({ of }) => of === "created_by");
  const isWhole = own.length < firstOfPerson || own.some((each) => isAsMuch(each.sent, line));
  const others =
    isWhole || makerId === null
      ? own
      : (await sentBefore(trx, id, "created_by", makerId, mostOfPerson).execute()).map(asSentTo);
  const there = sent.filter(({ of }) => of === "account_number");
  return { current: toCurrent(rows[0]), unusual: unusualIn([...there, ...others], line) };
}

/** Newest first, up to `most`: what was sent to an account or created by a person, other than `id`. */
function sentBefore(
  trx: Trx,
  id: string,
  column: "account_number" | "created_by",
  value: string,
  most: number,
) {
  return trx
    .selectFrom("transfers")
    .select(["amount", "from_currency as token", "quote_output as naira", "created_at", "id"])
    .select(({ val }) => val(column).as("of"))
    .where(column, "=", value)
    .where("submission", "not in", [...neverCreated])
    .where("id", "<>", id)
    .orderBy("created_at", "desc")
    .limit(most);
}

function isAsMuch({ token, amount }: Sent, { fields }: Line): boolean {
  return token === fields.from_currency && compareAmounts(amount, fields.amount as Amount) >= 0;
}

function asSentTo(row: { of: string; amount: string; token: string; naira: string | null }): SentTo {
  const { of, amount, token, naira } = row;
  return { of, sent: { amount: amount as Amount, token, naira: naira as Amount | null } };
}

type SentTo = { of: string; sent: Sent };

function unusualIn(sent: readonly SentTo[], line: Line): Unusual[] {
  const asked = {
    amount: line.fields.amount as Amount,
    token: line.fields.from_currency,
    naira: line.output as Amount | null,
  };
  const own = sent.filter(({ of }) => of === "created_by").map((each) => each.sent);
  return unusualAmount({
    asked,
    toAccount: sent.filter(({ of }) => of === "account_number").map((each) => each.sent),
    byPerson: byPersonOf(own, asked),
  });
}

type Many = { current: CurrentRules; ofPerson: SentTo[]; toAccount: Map<string, SentTo[]> };
const manyOf = new WeakMap<Trx, Promise<Many>>();

/** The same of many lines of one maker, in a transaction that writes nothing: all is read once. */
export async function readUnusualOfMany(
  trx: Trx,
  { id, makerId, accounts = [] }: Subject,
  line: Line,
): Promise<{ current: CurrentRules; unusual: Unusual[] }> {
  const reading = manyOf.get(trx) ?? readMany(trx, id, makerId, accounts);
  manyOf.set(trx, reading);
  const { current, ofPerson, toAccount } = await reading;
  const sent = [...ofPerson, ...(toAccount.get(line.fields.account_number) ?? [])];
  return { current, unusual: unusualIn(sent, line) };
}

async function readMany(
  trx: Trx,
  id: string,
  makerId: string | null,
  accounts: readonly string[],
): Promise<Many> {
  const rules = await activeRules(trx).executeTakeFirst();
  const sent = trx
    .selectFrom("transfers")
    .select(["amount", "from_currency as token", "quote_output as naira", "account_number", "created_at"])
    .where("submission", "not in", [...neverCreated])
    .where("id", "<>", id);
  const own =
    makerId === null ? [] : await sentBefore(trx, id, "created_by", makerId, mostOfPerson).execute();
  const there = await trx
    .selectFrom(
      sent
        .where(isOneOf(trx, "account_number", accounts))
        .select(({ fn }) =>
          fn
            .agg<number | string>("row_number")
            .over((over) => over.partitionBy("account_number").orderBy("created_at", "desc"))
            .as("nth"),
        )
        .as("numbered"),
    )
    .selectAll()
    .where("nth", "<=", lastCounted)
    .orderBy("nth")
    .execute();
  const toAccount = new Map<string, SentTo[]>();
  for (const row of there)
    toAccount.set(row.account_number, [
      ...(toAccount.get(row.account_number) ?? []),
      asSentTo({ of: "account_number", ...row }),
    ]);
  return { current: toCurrent(rules), ofPerson: own.map(asSentTo), toAccount };
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
