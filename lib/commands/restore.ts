import "#lib/features/all/index";
import { env } from "#lib/server/config/env";
import { restoreBackup } from "#lib/server/keep/restore";
import { runCommand, sayLedger, sayNoted } from "./run-command";

/**
 * `npm run restore -- FILE`: restores a backup into the empty database of DATABASE_URL. With `--replace` it replaces the
 * ledger there, which is kept. Exit code 1: the ledger has a fault.
 */
await runCommand(async () => {
  const given = process.argv.slice(2);
  const [file, ...more] = given.filter((word) => word !== "--replace");
  if (file === undefined || more.length > 0)
    throw new Error("Name a backup: npm run restore -- FILE [--replace]");
  const { keptAside, noted, ...examined } = await restoreBackup(
    env().database,
    file,
    given.includes("--replace"),
  );
  const code = sayLedger(examined);
  console.log("The backup is restored. Everybody has to sign in again.");
  sayNoted(noted);
  if (keptAside !== undefined) console.log(`The ledger that was there before is kept: ${keptAside}`);
  return code;
});
