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
  try {
    await makeMigratedDatabase(server.url);
  } catch (error) {
    await server.close();
    // The test runner fails to map such a stack, and would print that in place of the message.
    if (error instanceof Error) error.stack = error.message;
    throw error;
  }
  run.postgresOfTests = server.url;
  project.provide("postgres", server.url);
  return server.close;
}
