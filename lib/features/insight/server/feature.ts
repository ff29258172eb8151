import { dropOldSamples } from "./rates";
import { takeHappenings } from "./take-happenings";
import { checkTotals } from "./verify-totals";

/** What the house is given: see `lib/features/all/index.ts`. */
export const insight = {
  name: "insight",
  taker: takeHappenings,
  check: checkTotals,
  sweep: dropOldSamples,
} as const;
