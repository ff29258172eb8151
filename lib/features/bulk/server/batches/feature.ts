import { batchesOfTransfers } from "./batches-of-transfers";
import { readBatchFigures } from "./figures";
import { batchOwner } from "./owner";
import { batchLetters, sweepBatches } from "./tell-needs";

/** What the house is given: see `lib/features/all/index.ts`. */
export const bulk = {
  name: "bulk",
  owner: batchOwner,
  batches: batchesOfTransfers,
  figures: readBatchFigures,
  letters: batchLetters,
  sweep: sweepBatches,
} as const;
