import { env } from "#lib/server/config/env";
import { attachLedger } from "#lib/server/database/db";
import { refuseOtherLedger } from "#lib/server/database/ledger-identity";
import { holdByHand } from "#lib/server/hold/transfer-hold";
import { runCommand } from "./run-command";

/** `npm run hold-transfers`: stops new transfers after a loss of data that the dashboard can't see. */
await runCommand(async () => {
  if (process.argv.length > 2) throw new Error("Stop new transfers: npm run hold-transfers");
  const { database } = env();
  const ledger = await attachLedger(database);
  await refuseOtherLedger(database, ledger);
  const since = await holdByHand(ledger);
  console.log(
    `New transfers have been on hold since ${since}. This is in the audit log. Compare the transfers with the offramp service's records; then an admin can allow new transfers on the page Needs attention.`,
  );
  await ledger.destroy();
  return 0;
});
