import { batchesOfTransfers } from "./batches-of-transfers";
import { readBatchFigures } from "./figures";
import { batchOwner } from "./owner";

/** What the house is given: see `lib/features/all/index.ts`. */
export const bulk = {
  name: "bulk",
  owner: batchOwner,
  batches: batchesOfTransfers,
  figures: readBatchFigures,
} as const;
