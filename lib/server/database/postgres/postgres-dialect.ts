import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import type { PostgresConnection } from "#lib/server/config/database-setting";
import { ConfigurationError } from "#lib/server/config/env";
import { DatabaseFailure } from "#lib/server/tables/database-failure";
import type { OfEngine } from "#lib/server/tables/engine";
import { statementName } from "#lib/server/tables/prepared";
import { refuseUnsafeServer, startFaultOf } from "./postgres-server";
import { prepareSession } from "./postgres-session";

/** Invariant: every wait has a limit, and a broken connection fails its request, never the process. */

/** In milliseconds. */
export type PoolLimits = { max: number; statementMs: number; answerMs: number; idleInTransactionMs: number };

const connectMs = 5_000;
const idleMs = 30_000;
/** Seconds: a kept plan must not long outlive the tables that it was made for. */
const lifeSeconds = 300;

/** What this code assumes of a session, whatever the defaults. */
function sessionSettings({ statementMs, idleInTransactionMs }: PoolLimits): Record<string, string> {
  return {
    statement_timeout: `${statementMs}`,
    // A statement's limit covers its wait for a lock.
    lock_timeout: "0",
    // A server that sleeps inside a transaction must not block the others.
    idle_in_transaction_session_timeout: `${idleInTransactionMs}`,
    // A backup is one long transaction, and an idle connection is ended here.
    transaction_timeout: "0",
    idle_session_timeout: "0",
    // Conditions must see what others have committed.
    default_transaction_isolation: "read committed",
    // The driver reads times in no other style.
    DateStyle: "ISO, MDY",
    // Compiling takes longer than any statement of a request.
    jit: "off",
  };
}

/** The settings of one connection that every client of this dashboard uses. */
export function clientSettings({ ssl, ...address }: PostgresConnection) {
  return {
    ...address,
    // The driver writes into the object.
    ssl: ssl === false ? false : { ...ssl, minVersion: "TLSv1.2" as const },
    application_name: "offramp-dashboard",
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  };
}

class PooledPostgresAdapter extends PostgresAdapter implements OfEngine {
  readonly engine = "postgres";
}

/** Kysely's PostgreSQL dialect over a pool with limits. */
export class PooledPostgresDialect extends PostgresDialect {
  constructor(connection: PostgresConnection, limits: PoolLimits) {
    super({ pool: async () => openPool(connection, limits) });
  }

  override createAdapter(): PostgresAdapter {
    return new PooledPostgresAdapter();
  }
}

function openPool(connection: PostgresConnection, limits: PoolLimits): PostgresPool {
  // The driver connects by itself, and Node would give each address of a name a quarter of a second.
  setDefaultAutoSelectFamilyAttemptTimeout(connectMs / 2);
  const pool = new pg.Pool({
    ...clientSettings(connection),
    max: limits.max,
    idleTimeoutMillis: idleMs,
    maxLifetimeSeconds: lifeSeconds,
    query_timeout: limits.answerMs,
    verify: (client, done) => void prepare(client, limits).then(() => done(), done),
  });
  // Without a listener the end of an idle connection would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    connect: async () => toPoolClient(await pool.connect().catch(fail)),
    end: () => pool.end(),
  };
}

async function prepare(client: pg.ClientBase, limits: PoolLimits): Promise<void> {
  await prepareSession(client, sessionSettings(limits), connectMs);
  await refuseUnsafeServer(client);
}

function toPoolClient(client: pg.PoolClient): PostgresPoolClient {
  let broken: DatabaseFailure | undefined;
  const query = async (text: string, parameters: unknown[]) => {
    if (broken !== undefined) throw broken;
    const name = statementName(text);
    try {
      return await client.query({ name, text, values: parameters });
    } catch (error) {
      const failure = toFailure(error, name !== undefined);
      if (!failure.isAnswer) broken = failure;
      throw failure;
    }
  };
  return {
    // Nothing here reads through a cursor.
    query: query as unknown as PostgresPoolClient["query"],
    // A connection that owes an answer must not serve the next request.
    release: () => client.release(broken !== undefined),
  };
}

function fail(error: unknown): never {
  if (error instanceof ConfigurationError || error instanceof DatabaseFailure) throw error;
  const fault = startFaultOf(error);
  throw fault === undefined ? toFailure(error) : new ConfigurationError([fault]);
}

/** A prepared statement that is gone, or whose tables have changed, fails for ever. */
const lostStatement = /^(26000|0A000)$/;

function toFailure(error: unknown, isPrepared = false): DatabaseFailure {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  const isLost = isPrepared && lostStatement.test(code ?? "");
  return new DatabaseFailure(code, error instanceof pg.DatabaseError && !isLost, error);
}
