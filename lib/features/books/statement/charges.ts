import { plainWords } from "#lib/text/plain-words";
import { koboText, toKobo } from "./kobo";
import type { ReadStatement, StatementLine } from "./statement";

/** As banks name what they take for themselves or for the state. A school's fees and a sales commission are none of them. */
const charge = new RegExp(
  [
    ...["stamp duty", "emtl?", "e levy", "electronic money transfer levy", "fgn electronic money.*", "cot"],
    ...["sms (?:alert|charge|fee|notification).*", "(?:account|card) maintenance.*", "charges?", "chgs?"],
    ...["(?:nip|transfer|transaction|bank|service|atm|pos|ussd|card|token|cheque) (?:fee|commission)s?"],
  ]
    .map((words) => `\\b${words}\\b`)
    .concat("^vat(?: on\\b.*| charge.*| nip.*| transfer.*)?$", "^commission(?: on\\b.*| nip.*| transfer.*)?$")
    .join("|"),
);

/** Debits that are the bank's own. One is a line and never part of a payout. */
export function chargesIn(lines: readonly StatementLine[]): ReadStatement["charges"] {
  const own = lines.filter(
    ({ side, narration }) => side === "debit" && charge.test(plainWords(narration).join(" ")),
  );
  const sum = own.reduce((total, { amount }) => total + (toKobo(amount) ?? 0n), 0n);
  return { ns: own.map(({ n }) => n), sum: koboText(sum) };
}
