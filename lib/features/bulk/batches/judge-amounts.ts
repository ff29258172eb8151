import { amountMessage } from "#lib/asset/amount-message";
import type { Asset } from "#lib/asset/asset";
import { compareAmounts, parseAmount } from "#lib/money/amount";
import type { Amount } from "#lib/money/money";
import { type AmountCell, type Mark, markOf, naira, type ReadAmount, readAmount } from "./amounts";
import { cellOf, isEmpty, lossIn, quoted } from "./cells";
import type { JudgedBatch, RowFault, Said, StoredRow } from "./judged-batch";
import type { ReadToken } from "./tokens";

/** Judges the amounts of a batch, which only all of its rows together tell the meaning of. */

type Place = "amount" | "naira";
/** A row with its token. One that doesn't take part is read, and nothing is asked about it. */
export type TokenRow = { row: StoredRow; token: ReadToken; takesPart: boolean };
export type JudgedAmount = { amount: string | null; naira: string | null; fault?: RowFault | undefined };

const nothing = { amount: null, naira: null };
/** Who is paid so many dollars at the middle of a list is mostly paid naira. */
const leastOfNaira = "10000" as Amount;
const mostShown = 3;
const decimalsOfAny = 18;

type Found = { path: Place; isNaira: boolean; of: AmountCell };

export function judgeAmounts(
  rows: readonly TokenRow[],
  said: Said,
  unsaid: string | null,
): { amounts: JudgedAmount[]; questions: Pick<JudgedBatch["questions"], "amountIs" | "decimalMark"> } {
  const has = (place: Place) => rows.some(({ row }) => !isEmpty(row.cells[place]));
  const columns = { amount: has("amount"), naira: has("naira") };
  const isAllNaira = said.amountIs === "naira" && !columns.naira;
  const found = rows.map((row) => placeOf(row, columns, isAllNaira));
  const marks = marksOf(found, said);
  const reads = found.map((each) => ("of" in each ? readAmount(each.of, marks[each.path]) : null));
  const isOpen = said.amountIs === null && !columns.naira;
  const hasTokens = found.some((each, at) => "of" in each && !each.isNaira && rows[at]?.takesPart === true);
  const isUnsaid = isOpen && unsaid !== null && hasTokens;
  const amountIs = isUnsaid || (isOpen && isMaybeNaira(rows, (at) => tokenAmount(found[at], reads[at])));
  const why = isUnsaid
    ? `${quoted(unsaid)} doesn’t say whether it is naira.`
    : "The amounts are as large as naira.";
  const either = new Set<string>();
  const amounts = rows.map(({ token, takesPart }, at): JudgedAmount => {
    const [place, read] = [found[at], reads[at]];
    if (place === undefined || !("of" in place)) return { ...nothing, fault: place };
    if (read == null) return nothing;
    if (takesPart && read.kind === "either") either.add(read.given);
    return amountOf(place, read, token.asset, amountIs ? why : undefined);
  });
  const decimalMark = either.size === 0 ? null : [...either].slice(0, mostShown);
  return { amounts, questions: { amountIs, decimalMark } };
}

/** The cell that has the amount, and its unit; or what is wrong with both. */
function placeOf({ row, token }: TokenRow, columns: Record<Place, boolean>, isAllNaira: boolean) {
  const [amount, ofNaira] = [cellOf(row, "amount"), cellOf(row, "naira")];
  const path = isEmpty(amount) ? "naira" : "amount";
  const loss = lossIn("amount", amount) ?? lossIn("naira", ofNaira);
  if (loss !== undefined) return loss;
  const fault = (at: Place, kind: RowFault["kind"], message: string): RowFault => ({
    ...{ path: at, kind, message },
  });
  if (!isEmpty(amount) && !isEmpty(ofNaira))
    return fault("naira", "both_amounts", "Give either the amount or the naira, and empty the other.");
  if (isEmpty(amount) && isEmpty(ofNaira))
    return fault(columns.naira && !columns.amount ? "naira" : "amount", "missing", "Enter an amount.");
  const isNaira = path === "naira" || token.isNaira || isAllNaira;
  const unit = isNaira
    ? naira
    : { symbol: token.asset?.fromCurrency, decimals: token.asset?.decimals ?? decimalsOfAny };
  return { path, isNaira, of: { cell: path === "naira" ? ofNaira : amount, ...unit } } satisfies Found;
}

/** A person's word, or what the texts of each column show. */
function marksOf(found: readonly (Found | RowFault)[], { decimalMark }: Said): Record<Place, Mark | null> {
  const ofColumn = (place: Place) =>
    markOf(found.flatMap((each) => ("of" in each && each.path === place ? [each.of] : [])));
  return {
    amount: decimalMark ?? ofColumn("amount"),
    naira: decimalMark ?? ofColumn("naira"),
  };
}

/** Of a token; one that can be read in two ways counts as the larger of both. */
function tokenAmount(found: Found | RowFault | undefined, read: ReadAmount | null | undefined) {
  if (found === undefined || !("of" in found) || found.isNaira || read == null) return null;
  if (read.kind === "wrong") return null;
  return (read.kind === "either" ? read.choices[0] : read.text) as Amount;
}

/** Whether the amounts of a batch without a word of naira are as large as naira, though its tokens are dollars. */
function isMaybeNaira(rows: readonly TokenRow[], amountAt: (at: number) => Amount | null): boolean {
  const own = rows.filter(({ takesPart, token }) => takesPart && !token.isNaira);
  if (!own.every(({ token }) => token.asset === null || isDollar(token.asset))) return false;
  const amounts = rows.flatMap(({ takesPart }, at) => (takesPart ? (amountAt(at) ?? []) : []));
  const middle = amounts.toSorted(compareAmounts)[Math.floor(amounts.length / 2)];
  return middle !== undefined && compareAmounts(middle, leastOfNaira) >= 0;
}

function isDollar({ fromCurrency }: Asset): boolean {
  return /usd|^dai$/i.test(fromCurrency);
}

/** By the rules of a transfer. */
function amountOf(
  { path, isNaira }: Found,
  read: ReadAmount,
  asset: Asset | null,
  whyAsked: string | undefined,
): JudgedAmount {
  const refuse = (kind: RowFault["kind"], message: string, choices?: string[]): JudgedAmount => ({
    ...nothing,
    fault: { path, kind, message, ...(choices !== undefined && { choices }) },
  });
  if (read.kind === "wrong") return refuse("wrong", read.message);
  if (read.kind === "either") {
    const message = `${read.given} can be read in two ways. Say once for all rows what stands before the decimals, or choose here.`;
    return refuse("ambiguous", message, read.choices);
  }
  const { text } = read;
  const parsed = parseAmount(text, isNaira ? naira.decimals : (asset?.decimals ?? decimalsOfAny));
  if (!parsed.ok) return refuse("wrong", parsed.message);
  if (isNaira) return { amount: null, naira: text };
  if (whyAsked !== undefined)
    return refuse("ambiguous", `${whyAsked} Say once for all rows what the amounts are.`);
  const limit = amountMessage(text, asset ?? undefined);
  return limit === undefined ? { amount: text, naira: null } : refuse("limit", limit);
}
