import "#lib/features/all/index";
import { env } from "#lib/server/config/env";
import { writeBackup } from "#lib/server/keep/backup";
import { runCommand, sayLedger } from "./run-command";

/**
 * `npm run backup -- FILE`: writes the ledger of DATABASE_URL, as it is at one moment, into a new file and proves it by a
 * test restore. The dashboard may run meanwhile. Exit code 1: the ledger has a fault.
 */
await runCommand(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined || process.argv.length !== 3)
    throw new Error("Name a new file: npm run backup -- FILE");
  const examined = await writeBackup(env().database, file, async (name, rows) => {
    console.log(`${name}: ${rows} rows`);
  });
  const code = sayLedger(examined);
  console.log(`The backup is ${file}. Store it with AUTH_SECRET on another machine.`);
  return code;
});
