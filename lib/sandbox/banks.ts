import type { BankEntry } from "#lib/contract/offramp";
import lists from "./banks.json" with { type: "json" };

/**
 * The banks of a country (2.6), by its ISO code. Six digits of Nigeria are NIP codes; three are CBN codes, whose account numbers
 * have a check digit. Two codes repeat, as in the real list.
 */
export const bankLists: ReadonlyMap<string, readonly BankEntry[]> = new Map(Object.entries(lists));
