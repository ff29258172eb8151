import { readDatabase } from "#lib/server/database-setting";
import { ConfigurationError, env } from "#lib/server/env";
import { readFile, readGivenOrFile } from "#lib/server/env-values";
import { moveToPostgres } from "#lib/server/move-ledger";
import { runCommand, sayLedger, sayNoted } from "./run-command";

/**
 * `npm run move-to-postgres`: moves the ledger from the file of DATABASE_URL into the empty PostgreSQL database of
 * MOVE_TO_URL (or MOVE_TO_URL_FILE), which is filled in one transaction and read back.
 */
await runCommand(async () => {
  const { database, authSecret } = env();
  if (database.kind === "postgres") throw new ConfigurationError(["DATABASE_URL names PostgreSQL already."]);
  const { keptAside, noted, ...examined } = await moveToPostgres(database, readTarget());
  const code = sayLedger(examined);
  console.log(`The ledger is moved. The file is kept as ${keptAside}.`);
  sayNoted(noted);
  console.log("Set DATABASE_URL to what MOVE_TO_URL was, and start the dashboard.");
  if ("file" in authSecret)
    console.log(`Set AUTH_SECRET_FILE=${authSecret.file} as well: second factors are encrypted with it.`);
  return code;
});

function readTarget() {
  const faults: string[] = [];
  const fault = (message: string): undefined => {
    faults.push(message.replaceAll("DATABASE_URL", "MOVE_TO_URL"));
    return undefined;
  };
  const given = (name: string) => process.env[name]?.trim() || undefined;
  const url = readGivenOrFile("MOVE_TO_URL", given, fault);
  const setting =
    url === undefined ? undefined : readDatabase(url, fault, (name, path) => readFile(name, path, fault));
  if (faults.length > 0) throw new ConfigurationError(faults);
  if (setting?.kind !== "postgres")
    throw new ConfigurationError([
      "MOVE_TO_URL must name a PostgreSQL database: postgres://user:password@host/database.",
    ]);
  return setting;
}
