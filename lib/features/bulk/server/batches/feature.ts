import { readBatchFigures } from "./figures";
import { batchOwner } from "./owner";

/** What the house is given: see `lib/features/all/index.ts`. */
export const bulk = { name: "bulk", owner: batchOwner, figures: readBatchFigures } as const;
