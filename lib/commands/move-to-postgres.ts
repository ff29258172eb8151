import "#lib/features/all/index";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readDatabase } from "#lib/server/config/database-setting";
import { ConfigurationError, env } from "#lib/server/config/env";
import { givenIn, readFile, readGivenOrFile } from "#lib/server/config/env-values";
import { moveToPostgres } from "#lib/server/keep/move-ledger";
import { runCommand, sayLedger, sayNoted } from "./run-command";

/**
 * `npm run move-to-postgres`: moves the ledger from the file of DATABASE_URL into the empty PostgreSQL database of
 * MOVE_TO_URL (or MOVE_TO_URL_FILE), in one transaction, and reads it back.
 */
await runCommand(async () => {
  const { database, authSecret } = env();
  if (database.kind === "postgres") throw new ConfigurationError(["DATABASE_URL already names PostgreSQL."]);
  const { keptAside, noted, ...examined } = await moveToPostgres(database, readTarget());
  const code = sayLedger(examined);
  console.log(`The ledger is moved. The file is kept as ${keptAside}.`);
  sayNoted(noted);
  const end = process.env.MOVE_TO_URL_FILE?.trim() ? "_FILE" : "";
  console.log(`Set DATABASE_URL${end} to what MOVE_TO_URL${end} was, and start the dashboard.`);
  if ("file" in authSecret) console.log(secretAdvice(resolve(authSecret.file)));
  return code;
}, ofTarget);

/** The source is a file, so PostgreSQL always means the target. */
function ofTarget(sentence: string): string {
  return /PostgreSQL|SQLSTATE/.test(sentence) ? sentence.replaceAll("DATABASE_URL", "MOVE_TO_URL") : sentence;
}

/** On PostgreSQL the secret must be set; an unused dashboard has none to keep. */
function secretAdvice(file: string): string {
  return existsSync(file)
    ? `Set AUTH_SECRET_FILE=${file} as well: second factors are encrypted with it.`
    : "Set AUTH_SECRET as well: openssl rand -base64 32 makes one.";
}

function readTarget() {
  const faults: string[] = [];
  const fault = (message: string): undefined => {
    faults.push(message.replaceAll("DATABASE_URL", "MOVE_TO_URL"));
    return undefined;
  };
  const url = readGivenOrFile("MOVE_TO_URL", givenIn(process.env), fault);
  const setting =
    url === undefined ? undefined : readDatabase(url, fault, (name, path) => readFile(name, path, fault));
  if (faults.length > 0) throw new ConfigurationError(faults);
  if (setting?.kind !== "postgres")
    throw new ConfigurationError([
      "MOVE_TO_URL must name a PostgreSQL database: postgres://user:password@host/database.",
    ]);
  return setting;
}
