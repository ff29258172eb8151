import { formatPadded, lastFour } from "#lib/money/format";
import { readDecimal } from "#lib/money/money";
import type { Letter } from "#lib/server/outbox/letter";
import type { Db, TransferRow } from "#lib/server/tables/schema";
import { showExactly } from "#lib/text/visible-text";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";
import { attentionTitles } from "#lib/words/attention-titles";
import { NeedsYouBody, ofStatus } from "./needs-you";

/** Invariant: a mail names a transfer by amount, bank and the account's last four digits: no name and no whole number. */

const mostLines = 20;

/** By transfer: `Short: 73.60 USDC is missing`. */
export type HeadlinesOf = (ledger: Db, items: NeedsYouBody["items"]) => Promise<Map<string, string>>;

/** Of what still needs somebody; `undefined` when nothing does. */
export async function needsYouLetter(
  ledger: Db,
  body: string,
  headlinesOf: HeadlinesOf,
): Promise<Letter | undefined> {
  const { items, more } = NeedsYouBody.parse(JSON.parse(body));
  const ids = items.map(({ id }) => id);
  const rows = await ledger
    .selectFrom("transfers")
    .select(["id", "amount", "from_currency", "bank_name", "account_number", "status", "is_handled"])
    .where("id", "in", ids)
    .execute();
  const standing = await ledger
    .selectFrom("attention")
    .select(["transfer_id", "place"])
    .where("transfer_id", "in", ids)
    .execute();
  const waiting = items.flatMap(({ id, reason }) => {
    const row = rows.find((each) => each.id === id);
    const status = Object.entries(ofStatus).find(([, of]) => of === reason)?.[0];
    const stands =
      status === undefined
        ? isWhole(reason) || standing.some((row) => row.transfer_id === id && row.place === placeOf(reason))
        : row?.status === status;
    return row === undefined || row.is_handled === 1 || !stands ? [] : [{ id, reason, row }];
  });
  const count = waiting.length + more;
  if (count === 0) return undefined;
  const shown = waiting.slice(0, mostLines);
  // Where the facts of one can't be read, each is told by its reason: the mail still goes.
  const headlines = await headlinesOf(ledger, shown).catch(() => new Map<string, string>());
  const list = shown.map(({ id, reason, row }) => ({
    text: `${wordsOf(row)}. ${headlines.get(id) ?? attentionTitles[reason]}`,
    path: `/transfers/${id}`,
  }));
  const left = count - shown.length;
  return {
    subject: count === 1 ? "1 transfer needs you" : `${count} transfers need you`,
    paragraphs: [
      { list },
      ...(left === 0 ? [] : [{ text: `and ${left} more` }]),
      { text: "See all that need attention", path: "/attention" },
      { text: "Choose which e-mails you get on the page Your account", path: "/account" },
    ],
  };
}

const placeOf = (reason: AttentionReason) => attentionReasons.indexOf(reason);

/** Stands for the whole dashboard, and has no row of its own. */
const isWhole = (reason: AttentionReason) => reason === "network_blind" || reason === "unheard";

type Named = Pick<TransferRow, "amount" | "from_currency" | "bank_name" | "account_number">;

function wordsOf({ amount, from_currency, bank_name, account_number }: Named): string {
  const decimal = readDecimal(amount);
  const shown = decimal === undefined ? amount : formatPadded(decimal);
  return showExactly(
    `${shown} ${from_currency} to ${bank_name}, account ending in ${lastFour(account_number)}`,
  );
}
