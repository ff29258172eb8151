import type { TransferFilters } from "#lib/contract/transfer-list";

/** Days that move on with the calendar. */
export const dayWords: Record<NonNullable<TransferFilters["days"]>, string> = {
  today: "Today",
  week: "7 days",
  month: "This month",
  lastMonth: "Last month",
};
