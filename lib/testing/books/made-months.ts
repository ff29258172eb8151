import { money } from "./bank-statements";
import { Chance } from "./chance";
import { filesOf, type MadeFile } from "./made-files";
import type { MadeLine } from "./made-line";

/** Months of an account with what came for which payout, so that it is known which match would be wrong. */

type MadeTransfer = {
  id: string;
  transactionId: string | null;
  reference: string | null;
  expected: string;
  createdDay: string;
  paidDay: string | null;
};
export type MadeMonth = {
  transfers: MadeTransfer[];
  lines: MadeLine[];
  files: MadeFile[];
  /** Nothing was left out of a file, and nothing stands there twice. */
  isWhole: boolean;
  /** Of how many payouts the service pays what its quote said. */
  exactShare: number;
};

const monthOf = "2026-11";
const dayOf = (date: number) => `${monthOf}-${`${Math.min(date, 30)}`.padStart(2, "0")}`;
const text = (kobo: bigint) => money.plain(kobo);
const words = ["SALARY", "NOV PAY", "RENT LEKKI", "BONUS Q4"];

/** How the service of a month pays: to the kobo, mostly, or at a rate of its own. */
const shares = [1, 1, 0.9, 0.5, 0];

export function madeMonth(seed: number): MadeMonth {
  const chance = new Chance(seed);
  const exactShare = chance.one(shares);
  const transfers = madeTransfers(chance, 3 + chance.upTo(40));
  const lines = [
    ...transfers.flatMap((transfer) => linesFor(chance, transfer, exactShare)),
    ...strangers(chance, transfers),
  ];
  const inTime = withBalances(lines.sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day))));
  const isWhole = !chance.of(0.15) || inTime.length < 4;
  return { transfers, lines: inTime, files: filesOf(chance, inTime, isWhole), isWhole, exactShare };
}

type BareLine = Omit<MadeLine, "balance">;

function madeTransfers(chance: Chance, count: number): MadeTransfer[] {
  const made: MadeTransfer[] = [];
  for (let at = 0; at < count; at += 1) {
    const created = 1 + chance.upTo(24);
    const isRound = chance.of(0.3);
    const naira = BigInt(isRound ? 1_000 * (1 + chance.upTo(200)) : 1_000 + chance.upTo(400_000));
    const kobo = naira * 100n + (isRound ? 0n : BigInt(chance.upTo(99)));
    const other = made.length > 0 && chance.of(0.15) ? chance.one(made) : undefined;
    // Now and then the amount of another one, or what is left of it after the levy.
    const expected =
      other === undefined ? kobo : BigInt(other.expected.replace(".", "")) + (chance.of(0.2) ? 5_000n : 0n);
    made.push({
      id: `${seedOf(chance)}-0000-4000-8000-${`${at}`.padStart(12, "0")}`,
      transactionId: chance.of(0.8) ? `TX${seedOf(chance)}${at}` : null,
      reference: chance.of(0.4) ? (chance.of(0.5) ? chance.one(words) : `INV-2026-${chance.upTo(30)}`) : null,
      expected: text(expected),
      createdDay: dayOf(created),
      paidDay: chance.of(0.85) ? dayOf(created + chance.upTo(3)) : null,
    });
  }
  return made;
}

function seedOf(chance: Chance): string {
  return chance.upTo(0xffffffe).toString(16).padStart(8, "0");
}

function linesFor(chance: Chance, transfer: MadeTransfer, exactShare: number): BareLine[] {
  // Some have no line: not paid yet, or paid after the month.
  if (chance.of(0.1)) return [];
  const expected = BigInt(transfer.expected.replace(".", ""));
  const kobo = arrivedOf(chance, expected, exactShare);
  const day = dayOf(Number((transfer.paidDay ?? transfer.createdDay).slice(8)) + chance.upTo(2));
  const line: BareLine = {
    ...{ day, side: "credit", kobo, of: transfer.id },
    reference: `S${seedOf(chance)}`,
    narration: narrationOf(chance, transfer),
  };
  // Now and then the service pays twice, or takes it back and pays again.
  if (chance.of(0.04)) return [line, { ...line, reference: `S${seedOf(chance)}`, of: null }];
  if (chance.of(0.03))
    return [line, { ...line, side: "debit", of: null, narration: `RVSL/${line.narration}` }];
  // A customer pays the same, now and then with the words of the reference.
  if (chance.of(0.06))
    return [
      line,
      { ...line, of: null, narration: `NIP/CUSTOMER/${chance.one([...words, "x"])}`, reference: "C" },
    ];
  return [line];
}

function arrivedOf(chance: Chance, expected: bigint, exactShare: number): bigint {
  if (chance.of(0.08) && expected >= 1_000_000n) return expected - 5_000n;
  if (chance.of(0.04) && expected > 5_000_000n) return expected - 5_375n;
  if (chance.of(exactShare)) return expected;
  const part = BigInt(chance.upTo(200)) - 100n;
  return expected + (expected * part) / 10_000n;
}

function narrationOf(chance: Chance, { id, transactionId, reference }: MadeTransfer): string {
  const name = chance.one([transactionId, chance.of(0.2) ? id : null, reference, null, null]);
  return `NIP/PAYOUTS LTD/${name ?? "TRANSFER"}/${chance.one(["ACME", "ref", ""])}`;
}

/** What has nothing to do with a payout, however like one it is. */
function strangers(chance: Chance, transfers: readonly MadeTransfer[]): BareLine[] {
  return Array.from({ length: chance.upTo(25) }, (): BareLine => {
    const day = dayOf(1 + chance.upTo(29));
    const like = chance.one(transfers);
    const isDebit = chance.of(0.6);
    const amount = BigInt(like.expected.replace(".", ""));
    const other = BigInt(100 + chance.upTo(90_000_000));
    // A debit may well be of a payout's amount. A credit of one is planted with that payout's own line alone.
    const kobo = isDebit ? chance.one([5_000n, 1_075n, amount, other]) : other;
    const narration = isDebit
      ? chance.one(["NIP CHARGE", "STAMP DUTY", "POS SHOPRITE", "TRF TO ADA"])
      : chance.one(["NIP/CUSTOMER", `NIP/CUSTOMER/${chance.one(words)}`, "CASH DEPOSIT"]);
    return {
      ...{ day, kobo, narration, of: null },
      side: isDebit ? "debit" : "credit",
      reference: `S${seedOf(chance)}`,
    };
  });
}

function withBalances(lines: readonly BareLine[]): MadeLine[] {
  let balance = 500_000_000n;
  return lines.map((line) => {
    balance += line.side === "credit" ? line.kobo : -line.kobo;
    return { ...line, balance };
  });
}
