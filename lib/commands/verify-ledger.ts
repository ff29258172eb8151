import "#lib/features/all/index";
import { env } from "#lib/server/config/env";
import { attachLedger } from "#lib/server/database/db";
import { describeDifference, verifyLedger } from "#lib/server/verify/verify-ledger";
import { showExactly } from "#lib/text/visible-text";
import { runCommand } from "./run-command";

/** `npm run verify-ledger`: computes every transfer's status from its events again, and names each row that differs. */
await runCommand(async () => {
  const ledger = await attachLedger(env().database);
  const { transfers, differences } = await verifyLedger(ledger);
  for (const difference of differences) console.log(showExactly(describeDifference(difference)));
  console.log(`${transfers} transfers, ${differences.length} differences`);
  await ledger.destroy();
  return differences.length === 0 ? 0 : 1;
});
