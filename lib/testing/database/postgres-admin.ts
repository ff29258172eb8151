import pg from "pg";

/** Runs a statement as the administrator of a PostgreSQL server, over a connection of its own. Gives its rows. */
export async function administer(
  server: string,
  statement: string,
): Promise<Record<string, string | undefined>[]> {
  const client = new pg.Client({ connectionString: server });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
