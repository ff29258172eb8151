import type { BankEntry } from "#lib/contract/offramp";
import { nigerianBanks } from "./nigerian-banks";

const ghanaianBanks = `
300302 Standard Chartered Bank Ghana
300303 Absa Bank Ghana
300304 GCB Bank
300305 National Investment Bank
300307 Agricultural Development Bank
300311 Zenith Bank Ghana
300312 Ecobank Ghana
300317 Prudential Bank
300318 Stanbic Bank Ghana
300329 Access Bank Ghana
`;

const kenyanBanks = `
01 KCB Bank Kenya
02 Standard Chartered Bank Kenya
03 Absa Bank Kenya
07 NCBA Bank Kenya
11 Co-operative Bank of Kenya
12 National Bank of Kenya
31 Stanbic Bank Kenya
57 I&M Bank
63 Diamond Trust Bank
68 Equity Bank Kenya
`;

/** The banks of a country (2.6), by its ISO code. */
export const bankLists: ReadonlyMap<string, readonly BankEntry[]> = new Map([
  ["NG", readLines(nigerianBanks)],
  ["GH", readLines(ghanaianBanks)],
  ["KE", readLines(kenyanBanks)],
]);

function readLines(lines: string): BankEntry[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => ({ code: line.slice(0, line.indexOf(" ")), name: line.slice(line.indexOf(" ") + 1) }));
}
