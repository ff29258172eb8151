import { countMovements } from "#lib/server/months/read-sums";
import type { Db } from "#lib/server/tables/schema";
import { readBookFigures } from "./figures";
import { goOnSaying } from "./missed-payouts";

/** What the house is given: see `lib/features/all/index.ts`. */
export const books = {
  name: "books",
  figures: readBookFigures,
  async sweep(ledger: Db) {
    await countMovements(ledger);
    await goOnSaying(ledger);
  },
} as const;
