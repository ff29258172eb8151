import "server-only";
import { type Kysely, sql } from "kysely";

/** The migration that keeps what of a network, or of one address, could not be read, and the places that a reader stood at. */
export async function addBlindness(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table transfers add column blind_since text",
  "create index transfers_blind on transfers (network) where blind_since is not null",
  "alter table chain_cursors add column blind_since text",
  "alter table chain_cursors add column trail text not null default '[]'",
];
