import { env } from "#lib/server/config/env";
import { attachLedger } from "#lib/server/database/db";
import { refuseOtherLedger } from "#lib/server/database/ledger-identity";
import { clearLocks, listLocks } from "#lib/server/people/locks";
import { runCommand } from "./run-command";

const usage = `Show what is locked: npm run locks
Free an account or a network: npm run locks -- --clear ada@example.com
Free everything: npm run locks -- --all`;

/** `npm run locks`: shows what too many wrong attempts have locked, and frees it. */
await runCommand(async () => {
  const [option, whose, ...more] = process.argv.slice(2);
  const isClear = option === "--clear" && whose !== undefined && whose.trim() !== "";
  const isAll = option === "--all" && whose === undefined;
  if (more.length > 0 || !(option === undefined || isClear || isAll)) throw new Error(usage);
  const { database } = env();
  const ledger = await attachLedger(database);
  await refuseOtherLedger(database, ledger);
  if (option === undefined) {
    const locks = await listLocks(ledger);
    for (const { what, whose: locked, since, until } of locks)
      console.log(`${what}: ${locked}, since ${since}, until ${until}`);
    console.log(locks.length === 0 ? "Nothing is locked." : `Locked: ${locks.length}.`);
  } else {
    const cleared = await clearLocks(ledger, isClear ? whose : undefined);
    console.log(`Attempt counts cleared: ${cleared}. This is in the audit log.`);
  }
  await ledger.destroy();
  return 0;
});
