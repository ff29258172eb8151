import { checkTotals } from "./verify-totals";

/** What the house is given: see `lib/features/all/index.ts`. */
export const insight = {
  name: "insight",
  check: checkTotals,
} as const;
