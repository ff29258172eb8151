import type { TestProject } from "vitest/node";
import { makeMigratedDatabase } from "./new-database";
import { startPostgres } from "./postgres";

/** Each project has modules of its own, and all are of one process. */
const run = globalThis as { postgresOfTests?: string };

/** One PostgreSQL server for all tests of a run; each takes a database of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (run.postgresOfTests !== undefined) {
    project.provide("postgres", run.postgresOfTests);
    return async () => undefined;
  }
  const server = await startPostgres();
  await makeMigratedDatabase(server.url);
  run.postgresOfTests = server.url;
  project.provide("postgres", server.url);
  return server.close;
}
