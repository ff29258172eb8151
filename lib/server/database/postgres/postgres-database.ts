import { Kysely } from "kysely";
import type { PostgresConnection } from "#lib/server/config/database-setting";
import { migrate } from "#lib/server/database/migrations/migrate";
import type { Db, Schema } from "#lib/server/tables/schema";
import { StorableText } from "#lib/server/tables/storable-text";
import { PooledPostgresDialect, type PoolLimits } from "./postgres-dialect";
import { refuseUnusableSchema } from "./postgres-schema";
import { refuseTransactionPooling } from "./postgres-session";

/** Invariant: a request waits seconds for the database at most; only migrations and commands may take longer. */

const requests: PoolLimits = { max: 10, statementMs: 8_000, answerMs: 10_000, idleInTransactionMs: 10_000 };
/** An index or a copy of a large table takes minutes, and another server waits for its lock. */
const patient: PoolLimits = { max: 2, statementMs: 0, answerMs: 600_000, idleInTransactionMs: 60_000 };

/** Opens and migrates. Throws `ConfigurationError` for an unusable database, `DatabaseFailure` for one that is away. */
export async function openPostgres(connection: PostgresConnection): Promise<Db> {
  const migrating = new Kysely<Schema>({ dialect: new PooledPostgresDialect(connection, patient) });
  try {
    await refuseTransactionPooling(migrating);
    await refuseUnusableSchema(migrating);
    await migrate(migrating);
  } finally {
    await migrating.destroy();
  }
  return new Kysely<Schema>({
    dialect: new PooledPostgresDialect(connection, requests),
    plugins: [new StorableText()],
  });
}

/** Opens it as it is, for slow work. */
export function attachPostgres(connection: PostgresConnection): Db {
  return new Kysely<Schema>({
    dialect: new PooledPostgresDialect(connection, patient),
    plugins: [new StorableText()],
  });
}
