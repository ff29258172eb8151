import type { Engine } from "./crash-database";
import { startPostgresEngine } from "./postgres-engine";
import { startSqliteEngine } from "./sqlite-engine";

/** The engines that the ledger can lie on. */
export const engineNames = ["sqlite", "postgres"] as const;
export type EngineName = (typeof engineNames)[number];

/**
 * Starts an engine: nothing for files, a server of its own for PostgreSQL. Its answers can reach the dashboard late, so
 * that a watcher sees what is committed before the dashboard hears of it.
 */
export async function startEngine(name: EngineName, answerDelayMs = 0): Promise<Engine> {
  return name === "sqlite" ? startSqliteEngine() : startPostgresEngine(answerDelayMs);
}
