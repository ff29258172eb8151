import { countMovements } from "#lib/server/months/read-sums";

/** What the house is given: see `lib/features/all/index.ts`. */
export const books = { name: "books", sweep: countMovements } as const;
