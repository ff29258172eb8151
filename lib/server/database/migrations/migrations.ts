import type { Migration } from "kysely";
import { createLedger } from "./ledger/ledger";

/** Invariant: once released, a migration never changes; the next one is added below it. */
export const migrations: Record<string, Migration> = {
  "0001_ledger": { up: createLedger },
};
