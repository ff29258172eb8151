import type { MadeCell } from "#lib/testing/table/workbook";

/** One month of an account, and the files in which nine banks would write it. */

export type Entry = {
  day: string;
  valueDay: string;
  side: "credit" | "debit";
  /** In kobo. */
  amount: bigint;
  balance: bigint;
  reference: string;
  narration: string;
};

export const today = "2026-11-30";
export const accountNumber = "0123456789";
export const openingKobo = 125_000_000n;

const entries: [day: number, side: Entry["side"], naira: string, narration: string][] = [
  [2, "credit", "499995000", "NIP/GTB/ADA EZE/Invoice 7, part 2"],
  [2, "debit", "5000", "STAMP DUTY"],
  [3, "credit", "18500000", 'TRF FROM "MÜLLER & SÖHNE"'],
  [3, "credit", "18500000", "TRF FROM ỌLÁYÍNKÁ"],
  [3, "credit", "18500000", "TRF FROM ỌLÁYÍNKÁ"],
  [9, "debit", "2500050", "POS Prch; Shoprite Lekki"],
  [11, "credit", "1075", "=HYPERLINK(1)"],
  [24, "credit", "100000099", "NIP Total Energies 090267261124000000000000123456"],
  [24, "debit", "2688", "NIP CHARGE + VAT"],
  [28, "credit", "1", "Interest"],
];

/** Two lines of the third are equal in all but their balance. */
export const month: readonly Entry[] = entries.reduce<Entry[]>((made, [date, side, kobo, narration], at) => {
  const amount = BigInt(kobo);
  const balance = (made.at(-1)?.balance ?? openingKobo) + (side === "credit" ? amount : -amount);
  const day = `2026-11-${`${date}`.padStart(2, "0")}`;
  made.push({ ...{ day, valueDay: day, side, amount, balance, narration }, reference: `S${1_000 + at}` });
  return made;
}, []);

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const parts = (day: string) => {
  const [year = "", monthOf = "", date = ""] = day.split("-");
  return { year, month: monthOf, date, name: months[Number(monthOf) - 1] ?? "" };
};
export const days = {
  slashed: (day: string) => `${parts(day).date}/${parts(day).month}/${parts(day).year}`,
  shortYear: (day: string) => `${parts(day).date}/${parts(day).month}/${parts(day).year.slice(2)}`,
  american: (day: string) => `${parts(day).month}/${parts(day).date}/${parts(day).year}`,
  dashed: (day: string) => `${parts(day).date}-${parts(day).name}-${parts(day).year}`,
  upper: (day: string) => `${parts(day).date}-${parts(day).name.toUpperCase()}-${parts(day).year.slice(2)}`,
  spaced: (day: string) => `${parts(day).date} ${parts(day).name} ${parts(day).year.slice(2)}`,
  iso: (day: string) => day,
  withTime: (day: string) => `${days.slashed(day)} 14:03:22`,
  isoTime: (day: string) => `${day}T14:03:22Z`,
  dotted: (day: string) => days.slashed(day).replaceAll("/", "."),
};

const grouped = (kobo: bigint) => {
  const digits = `${kobo < 0n ? -kobo : kobo}`.padStart(3, "0");
  return [digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ","), digits.slice(-2)] as const;
};
export const money = {
  grouped: (kobo: bigint) => grouped(kobo).join("."),
  plain: (kobo: bigint) => grouped(kobo).join(".").replaceAll(",", ""),
  naira: (kobo: bigint) => `₦${grouped(kobo).join(".")}`,
  code: (kobo: bigint) => `NGN ${grouped(kobo).join(".")}`,
  german: (kobo: bigint) => `${grouped(kobo)[0].replaceAll(",", ".")},${grouped(kobo)[1]}`,
  french: (kobo: bigint) => `${grouped(kobo)[0].replaceAll(",", "\u202f")},${grouped(kobo)[1]}`,
};

type Of = (entry: Entry) => string;
/** The name of each column, and what stands in it. */
export type Form = { columns: readonly (readonly [string, Of])[]; above?: string[][]; below?: string[][] };

type Written = { day: (day: string) => string; money: (kobo: bigint) => string; nothing?: string };
export const cellsOf = ({ day, money: write, nothing = "" }: Written) => ({
  day: (entry: Entry) => day(entry.day),
  valueDay: (entry: Entry) => day(entry.valueDay),
  credit: ({ side, amount }: Entry) => (side === "credit" ? write(amount) : nothing),
  debit: ({ side, amount }: Entry) => (side === "debit" ? write(amount) : nothing),
  signed: ({ side, amount }: Entry) => (side === "credit" ? "" : "-") + write(amount),
  inBrackets: ({ side, amount }: Entry) => (side === "credit" ? write(amount) : `(${write(amount)})`),
  suffixed: ({ side, amount }: Entry) => `${write(amount)} ${side === "credit" ? "CR" : "DR"}`,
  amount: ({ amount }: Entry) => write(amount),
  side: ({ side }: Entry) => (side === "credit" ? "Cr" : "Dr"),
  balance: ({ balance }: Entry) => write(balance),
  reference: ({ reference }: Entry) => reference,
  narration: ({ narration }: Entry) => narration,
  said: (text: string) => () => text,
});

export const total = (side: Entry["side"]) =>
  month.reduce((sum, entry) => sum + (entry.side === side ? entry.amount : 0n), 0n);
export const closingKobo = month.at(-1)?.balance ?? 0n;

/** As it is written, the newest first where that is said. */
export function rowsOf(
  { columns, above = [], below = [] }: Form,
  entriesIn: readonly Entry[] = month,
): string[][] {
  return [
    ...above,
    columns.map(([name]) => name),
    ...entriesIn.map((entry) => columns.map(([, of]) => of(entry))),
    ...below,
  ];
}

/** With the numbers and dates that a workbook has for them. */
export function cellsOfWorkbook(rows: readonly (readonly string[])[]): MadeCell[][] {
  const dayOne = Date.UTC(1899, 11, 30);
  return rows.map((row) =>
    row.map((text): MadeCell => {
      if (/^-?[\d,]+\.\d\d$/.test(text)) return Number(text.replaceAll(",", ""));
      const date = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text);
      if (date === null) return text === "" ? null : text;
      const serial = (Date.parse(`${date[3]}-${date[2]}-${date[1]}`) - dayOne) / 86_400_000;
      return { xml: `<c s="1"><v>${serial}</v></c>` };
    }),
  );
}
