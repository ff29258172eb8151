import { Problem } from "#lib/contract/problem";
import type { UnclearDay } from "#lib/features/books/statement/read-days";

/** `days`: the first texts that can be two days, with each of them. */
export function refuseUnclearDays(days: readonly UnclearDay[]): Problem {
  return new Problem(
    "days_unclear",
    "Its days can be read in two ways: the third of April is also the fourth of March. Nothing was saved. Say which number is the month.",
    { extra: { days } },
  );
}
