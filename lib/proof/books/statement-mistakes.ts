/** Mistakes that a change could bring into the rules of a statement: each in one place of one file. */
export type Mistake = { what: string; file: string; from: string; to: string };

const of = (file: string, ...mistakes: [what: string, from: string, to: string][]): Mistake[] =>
  mistakes.map(([what, from, to]) => ({ what, file: `lib/features/books/statement/${file}.ts`, from, to }));

export const mistakes: readonly Mistake[] = [
  ...of(
    "read-days",
    ["a day to come is taken", "return day <= today && ", "return "],
    ["a day of long ago is taken", "const daysOfWindow = 400;", "const daysOfWindow = 4000;"],
    ["the day comes first by custom", "isSame(numbers) && !isMaybeYear ? only", "!isMaybeYear ? only"],
    [
      "what was said of an earlier file wins",
      "if (isSettled && !",
      "if (isSettled && said === undefined && !",
    ],
    [
      "swapped dates are taken as they are",
      "if (isMaybeSwapped(parts)) return",
      "if (parts.length < 0) return",
    ],
    ["the wrong dates are swapped back", 'said === "day_month" && isDate', 'said === "month_day" && isDate'],
    ["day and month are swapped", 'order === "day_month" ? readDay', 'order === "month_day" ? readDay'],
  ),
  ...of(
    "read-money",
    ["brackets are no minus", "\\u2212(]/.test(signs)", "\\u2212]/.test(signs)"],
    ["1.250 is read as one and a quarter", 'isEither ? bare.replace(/[.,]/, "") : bare', "bare"],
    ["an amount in another notation is taken", "shown !== undefined && shown !== mark", "shown === null"],
    ["Dr is a credit", '.startsWith("d") ? "debit" : "credit"', '.startsWith("d") ? "credit" : "debit"'],
    ["a sum of cells keeps its rest", "const shown = asShown(text);", "const shown = text;"],
    ["what is cut off is read", 'form === "error" || lost.test(text)', 'form === "error"'],
  ),
  ...of("kobo", ["parts of a kobo are taken", "fraction.length > 2", "fraction.length > 3"]),
  ...of(
    "read-sides",
    ["a line with both sides is a credit", "came !== undefined && went !== undefined", "came === null"],
    ["a zero is an amount", "money.kobo !== 0n", "money.kobo !== -1n"],
    ["an amount without a side is a credit", "const isAsked = !hasSides &&", "const isAsked = false &&"],
    ["a side that the amount contradicts is taken", 'own === null || says === "plus" || ', "said || "],
    ["any debit below zero is one", 'debits.every(({ says }) => says === "minus")', "true"],
  ),
  ...of(
    "read-rows",
    ["a total is no total", 'named === "total" && typeof day !== "string"', 'named === "note"'],
    ["an opening balance is money", 'named !== undefined && named !== "total"', 'named === "note"'],
    [
      "of two balances in one row the first is taken",
      'return own === amount || own === -amount ? own : "two"',
      "return own",
    ],
    ["a line of another account is taken", "own.account !== null && own", "own.account === undefined && own"],
    ["blanks make another line", '.replace(/\\s+/g, " ")', ""],
    ["the balance is no part of a line", "[day, amount, side, balance, ", "[day, amount, side, "],
  ),
  ...of(
    "read-statement",
    [
      "a note is dropped",
      'read.kind === "other" ? [read.other]',
      'read.kind === "other" && read.other.kind !== "note" ? [read.other]',
    ],
    [
      "equal lines are numbered as the file has them",
      "withOccurrences(inTime.map(",
      "withOccurrences(found.map(",
    ],
    ["the closing balance is not proved", "...[...stated.end, ...(closing ?? [])],", ""],
    ["a balance that is carried over is not proved", "stated.filter(isBetween) : []", "[] : []"],
  ),
  ...of(
    "prove-balance",
    ["too small a balance follows", "balance !== expected)", "balance > expected)"],
    [
      "lines without a balance don't count",
      "if (expected !== null) expected +=",
      "if (expected !== null && balance !== null) expected +=",
    ],
    ["the order is the days' alone", "if (forward === backward) return", "if (forward === forward) return"],
    ["all equal lines are the first", "?? 0) + 1;", "?? 0) * 0 + 1;"],
  ),
  ...of("letterhead", [
    "a masked number fits any",
    '(digit, at) => digit === "*" ||',
    '(digit, at) => found.includes("*") || digit === "*" ||',
  ]),
  ...of("find-statement", [
    "of two headers the first is taken",
    "others.every((other) => textOf(other) === textOf(first))",
    "true",
  ]),
  ...of(
    "deductions",
    [
      "the duty is taken off small payments",
      'least: "10000.00", most: null, source: actOf2025',
      'least: "0.00", most: null, source: actOf2025',
    ],
    ["the duty is older than it is", 'from: "2026-01-01"', 'from: "2025-01-01"'],
  ),
  ...of("names-in", ["short names count", "const leastLetters = 6;", "const leastLetters = 4;"]),
  ...of(
    "match-pairs",
    ["a line is of a payout that came later", "if (age < 0) return false;", ""],
    ["11 days after it was created", "const mostDaysAfterCreated = 10;", "const mostDaysAfterCreated = 11;"],
    ["4 days after it was reported paid", "const mostDaysAfterPaid = 3;", "const mostDaysAfterPaid = 4;"],
    ["a kobo too much is none", "if (difference < oneKobo)", "if (difference <= oneKobo)"],
    ["a debit is of a payout", 'side === "debit" || arrived <= 0n', "arrived <= 0n"],
    [
      "of several within a hundredth one is taken",
      "counts.get(line.id) === 1 && counts.get(transfer.id) === 1",
      "counts.size > 0",
    ],
    ["a hundredth is less than that", "difference * 100n <= expected", "difference * 100n < expected"],
    ["a reference that several have tells them apart", "names.size === 1 : ids", "true : ids"],
  ),
  ...of(
    "match-lines",
    ["equal amounts are exact", "!pair.isNamedElsewhere && others.length === 0", "!pair.isNamedElsewhere"],
    ["what fits less a deduction casts no doubt", '["E1", "E2", "S1"];', '["E1", "E2"];'],
    ["two lines of one name are exact", 'others.some((other) => other.rule === "E1")', "others.length < 0"],
    ["any reference is as good as an ID", 'named?.by !== "reference" || ', "named !== null || "],
    ["a file that doesn't add up is exact", "line.isDoubtful || isPart(line)", "isPart(line)"],
    ["what is left of a line is exact", "line.isDoubtful || isPart(line)", "line.isDoubtful"],
    ["what went back is exact", "pair.isReversed || ", ""],
    ["a line that names another payout is exact", "pair.namesAnother || ", ""],
    ["a payout is given twice", " || taken.has(pair.transfer.id)) return", ") return"],
  ),
];
