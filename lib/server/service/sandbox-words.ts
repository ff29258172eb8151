import { defaultCountry } from "#lib/asset/defaults";
import type { BankEntry } from "#lib/contract/offramp";
import { bankLists } from "#lib/sandbox/banks";
import { oddAmounts, scenarios } from "#lib/sandbox/scenarios";
import { env } from "#lib/server/config/env";

export type SandboxWord = { name: string; text: string };
type SandboxWords = Record<"answers" | "lives" | "amounts", SandboxWord[]> & { bank: BankEntry };

/** Account names that spoil the answer to a creation or what follows it, and amounts with an odd quote; none beside a real key. */
export function sandboxWords(): SandboxWords | undefined {
  const bank = bankLists.get(defaultCountry)?.[0];
  if (!env().isSandbox || bank === undefined) return undefined;
  const names = [...scenarios].map(([name, { kind, text }]) => ({ name, kind, text }));
  return {
    answers: names.filter(({ kind }) => kind === "fault"),
    lives: names.filter(({ kind }) => kind === "plan"),
    amounts: [...oddAmounts].map(([name, { text }]) => ({ name, text })),
    bank,
  };
}
