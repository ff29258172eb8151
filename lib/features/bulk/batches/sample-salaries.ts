import { cbnCodeOf } from "#lib/bank/bank-names";
import { nubanCheckDigit } from "#lib/bank/nuban";
import { type ListedBank, readBank, readBanks } from "#lib/features/bulk/judge-payee";

/** A payroll to try a batch with: nobody's accounts, and what goes wrong in such a table once each. */

const names = [
  ...["Adaeze Nwankwo", "Oluwaseun Adeyemi", "Ibrahim Musa", "Chinedu Okafor", "Aisha Bello", "Tunde Bakare"],
  ...["Ngozi Eze", "Emeka Obi", "Fatima Abubakar", "Olumide Ogunleye", "Blessing Effiong", "Yusuf Danjuma"],
  ...["Chiamaka Onyekachi", "Babatunde Afolabi", "Halima Sani", "Ifeanyi Nnamdi", "Folasade Akinwande"],
  ...["Uche Anyanwu", "Zainab Lawal", "Kelechi Iwu", "Oghenekaro Efe", "Temitope Oyelaran", "Sadiq Garba"],
  ...["Amarachi Uzor", "Gbenga Fashola", "Hauwa Aliyu", "Obinna Chukwu", "Yetunde Salami", "Ekaette Bassey"],
  ...["Nnenna Okeke", "Mustapha Idris", "Bolanle Ajayi", "Ebuka Mbah", "Rukayat Balogun", "Osaze Igbinedion"],
  ...[
    "Chidinma Ugwu",
    "Kayode Olatunji",
    "Maryam Shehu",
    "Somto Ezeugo",
    "Omotola Adebisi",
    "Terver Iorkyaa",
  ],
  ...["Ihuoma Nwosu", "Abdullahi Umar", "Funmilayo Oke", "Tamuno Briggs", "Chukwudi Agu", "Simisola Coker"],
];
const amounts = [
  ...["185,000.00", "212,500.00", "240,000.00", "165,750.00", "320,000.00", "275,400.00", "198,250.50"],
  ...["410,000.00", "150,000.00", "365,900.00", "229,000.00"],
];
/** As a payroll calls them: some by a short name, which has to be confirmed. */
const spoken = [
  ...["Zenith Bank", "GTB", "Access Bank", "UBA", "Fidelity Bank", "First Bank of Nigeria", "Kuda Bank"],
  ...["Sterling Bank", "Wema Bank", "Zenith", "OPay", "Union Bank of Nigeria", "Stanbic IBTC Bank", "FCMB"],
];
const unknownBank = "Harmattan Savings";
/** Where in the list they stand. */
const [atTwin, atLostZero, atUnknownBank] = [31, 19, 40];
const twinOf = 7;

type Cells = [name: string, bank: string, account: string, amount: string, reference: string];

/** 48 rows to paste, the same at any time for a list of banks. */
export function sampleSalaries(banks: readonly ListedBank[]): string {
  const index = readBanks(banks);
  const found = spoken.flatMap((text) => {
    const { bank } = readBank({ text }, index);
    return bank === null ? [] : [{ text, bank }];
  });
  const known =
    found.length > 0 ? found : banks.slice(0, spoken.length).map((bank) => ({ text: bank.name, bank }));
  const rows = names.map((name, at): Cells => {
    const { text, bank } = known[at % known.length] ?? { text: unknownBank, bank: undefined };
    const account = accountAt(at, bank);
    return [
      name,
      at === atUnknownBank ? unknownBank : text,
      at === atLostZero ? account.slice(1) : account,
      amounts[at % amounts.length] ?? "",
      `SALARY-${`${at + 1}`.padStart(3, "0")}`,
    ];
  });
  rows.splice(atTwin, 0, ...rows.slice(twinOf, twinOf + 1));
  return [["Name", "Bank", "Account", "Naira", "Reference"], ...rows]
    .map((cells) => `${cells.join("\t")}\n`)
    .join("");
}

/** With the check digit of the bank, where its accounts have one. */
function accountAt(at: number, bank: ListedBank | undefined): string {
  const scattered = `${(104_729 * 7_919 * (at + 11)) % 1_000_000_000}`.padStart(9, "1");
  const serial = `${at === atLostZero ? "0" : "2"}${scattered.slice(1)}`;
  const cbnCode = bank && cbnCodeOf(bank);
  return serial + (cbnCode === undefined ? "7" : nubanCheckDigit(cbnCode, serial));
}
