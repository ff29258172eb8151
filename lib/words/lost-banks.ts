import type { BankList } from "#lib/contract/api";

/** Of a list that may be cut off; with the times of both lists. */
export function lostBanksWords({ fetchedAt, lost }: Required<Pick<BankList, "fetchedAt" | "lost">>): string {
  const { now, before, fetchedAt: beforeAt } = lost;
  const then = `${utc(beforeAt)} UTC`;
  return `The service’s list of ${utc(fetchedAt)} UTC has only ${now} of the ${before} banks that it had at ${then}. The others are still here, from that list.`;
}

const utc = (iso: string) => iso.slice(0, 16).replace("T", " ");
