import {
  type Banks,
  chosenBank,
  type FoundBank,
  type ListedBank,
  readBank,
} from "#lib/features/bulk/judge-payee";
import { plainDigits } from "#lib/text/plain-digits";
import { plainWords } from "#lib/text/plain-words";
import { withoutUnseen } from "#lib/text/unseen";
import { cellOf, foldedText, isEmpty, lossIn } from "./cells";
import type { JudgedBatch, RowFault, Said, StoredRow } from "./judged-batch";

/** Reads the banks of a batch. Invariant: a text that isn't the bank's own name or code pays nobody before a person has seen it. */

type BankText = JudgedBatch["banks"][number] & { fault: RowFault | undefined; isListed: boolean };
type ReadBank = { bank: ListedBank | null; fault?: RowFault | undefined };

/** A table with more texts that name no bank is none of payouts. */
const mostSearched = 50;

/** One for each row; of those that don't take part no text is listed. Each distinct text is read once. */
export function readBankTexts(
  rows: readonly { row: StoredRow; takesPart: boolean }[],
  said: Said["banks"],
  banks: Banks,
): { read: ReadBank[]; list: JudgedBatch["banks"] } {
  const words = new Map(said.map(({ text, bank }) => [foldedText(text), bank]));
  const texts = new Map<string, BankText>();
  let unknown = 0;
  const read = rows.map(({ row, takesPart }): ReadBank => {
    if (row.bank !== null) return plainly(chosenBank(row.bank, banks));
    const cell = cellOf(row, "bank");
    const loss = lossIn("bank", cell);
    if (loss !== undefined) return { bank: null, fault: loss };
    if (isEmpty(cell))
      return { bank: null, fault: { path: "bank", kind: "missing", message: "Choose a bank." } };
    const key = foldedText(cell.text);
    const text =
      texts.get(key) ?? judgeText(withoutUnseen(cell.text), words.get(key), banks, unknown < mostSearched);
    if (text.bank === null && !texts.has(key)) unknown += 1;
    texts.set(key, text);
    if (takesPart) text.rows += 1;
    return { bank: text.isConfirmed ? text.bank : null, fault: text.fault };
  });
  const listed = [...texts.values()].filter(({ isListed, rows: count }) => isListed && count > 0);
  return {
    read,
    list: listed.map(({ text, rows: count, bank, choices, isConfirmed }) => ({
      ...{ text, rows: count, bank, choices, isConfirmed },
    })),
  };
}

function judgeText(text: string, said: ListedBank | undefined, banks: Banks, isSearched: boolean): BankText {
  const most = isSearched ? undefined : 0;
  const found = said === undefined ? readBank({ text }, banks, most) : chosenBank(said, banks);
  const { bank, choices } = found;
  const isWhole = said === undefined && bank !== null && isNamedWhole(text, bank);
  const isConfirmed = bank !== null && (said !== undefined || isWhole);
  const fault = bank === null || isConfirmed ? plainly(found).fault : unconfirmed(bank);
  return { text, rows: 0, bank, choices, isConfirmed, fault, isListed: !isWhole };
}

function isNamedWhole(text: string, { code, name }: ListedBank): boolean {
  const words = (of: string) => plainWords(of).join(" ");
  return plainDigits(text).toLowerCase() === code.toLowerCase() || words(text) === words(name);
}

function unconfirmed(bank: ListedBank): RowFault {
  const message = `Is this ${bank.name}? Confirm it once for all such rows.`;
  return { path: "bank", kind: "bank_unconfirmed", message, banks: [bank] };
}

function plainly({ bank, choices, fault }: FoundBank): ReadBank {
  if (fault === undefined) return { bank };
  return { bank, fault: { path: "bank", kind: "bank", message: fault.message, banks: choices } };
}
