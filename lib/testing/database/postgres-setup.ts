import type { TestProject } from "vitest/node";
import { makeMigratedDatabase } from "./new-database";
import { startPostgres } from "./postgres";

/** One PostgreSQL server for all tests of the project; each takes a database of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await makeMigratedDatabase(server.url);
  project.provide("postgres", server.url);
  return server.close;
}
