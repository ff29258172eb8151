import { expect, it } from "vitest";
import type { Amount } from "#lib/money/money";
import type { BatchItem } from "./batch-answers";
import { batchLook, checkWords, progressWords, sumWords } from "./batch-words";

const counts: BatchItem["counts"] = {
  ...{ rows: 52, ready: 46, asked: 2, faulty: 4, leftOut: 0 },
  ...{ created: 0, paid: 0, notPaid: 0, waiting: 0, unknown: 0, refused: 0, toGo: 52 },
};
const sum = {
  ...{ asset: "base:usdc", symbol: "USDC", network: "Base", rows: 3 },
  ...{ amount: "1250.5" as Amount, nairaRows: 0, naira: "0" as Amount, most: "0" as Amount },
};

it("says the counts of a check in one sentence, what needs somebody first", () => {
  expect(checkWords(counts)).toBe("4 rows to fix, 2 to confirm, 46 ready");
  expect(checkWords({ ...counts, faulty: 0, asked: 1, leftOut: 5 })).toBe(
    "1 row to confirm, 46 ready, 5 left out",
  );
});

it("counts what was created of the rows that take part", () => {
  const made = { ...counts, rows: 201, leftOut: 1, created: 148, refused: 2 };
  expect(progressWords(made)).toBe("148 of 200 created, 2 refused");
});

it("counts what is reported paid once nothing is left to create", () => {
  const made = { ...counts, rows: 201, leftOut: 1, created: 198, refused: 2, toGo: 0 };
  expect(progressWords(made)).toBe("198 of 200 created, 2 refused");
  expect(progressWords({ ...made, paid: 150, notPaid: 1 })).toBe(
    "150 of 200 reported paid, 1 not paid, 2 refused",
  );
  expect(progressWords({ ...made, paid: 150, toGo: 3 })).toBe("198 of 200 created, 2 refused");
});

it("is green when each payout that takes part is reported paid, and not before", () => {
  const made = { ...counts, rows: 201, leftOut: 1, created: 200, toGo: 0 };
  const wordOf = (paid: number) => batchLook({ state: "done", counts: { ...made, paid } });
  expect(wordOf(200)).toMatchObject({ word: "Paid", tone: "ok" });
  expect(wordOf(199)).toMatchObject({ word: "Created", tone: "proc" });
});

it("keeps what is known, what may be taken and what is fixed apart", () => {
  expect(sumWords(sum)).toBe("1,250.50 USDC on Base");
  const wish = { nairaRows: 2, naira: "300000" as Amount };
  expect(sumWords({ ...sum, ...wish, most: "203.1" as Amount })).toBe(
    "1,250.50 USDC and at most 203.10 USDC on Base, for 2 rows that come to 300,000.00 NGN",
  );
  expect(sumWords({ ...sum, ...wish, amount: "0" as Amount, most: null })).toBe(
    "2 rows that come to 300,000.00 NGN, in USDC on Base",
  );
});
