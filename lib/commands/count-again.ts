import "#lib/features/all/index";
import { countAgain } from "#lib/features/insight/server/take-happenings";
import { env } from "#lib/server/config/env";
import { attachLedger } from "#lib/server/database/db";
import { refuseOtherLedger } from "#lib/server/database/ledger-identity";
import { followUp } from "#lib/server/follow-up/follow-up";
import { runCommand } from "./run-command";

/** `npm run count-again`: makes the figures of the pages Overview and Insight anew from the transfers. */
await runCommand(async () => {
  if (process.argv.length > 2) throw new Error("Count everything again: npm run count-again");
  const { database, timeZone } = env();
  const ledger = await attachLedger(database);
  await refuseOtherLedger(database, ledger);
  await countAgain(ledger, timeZone);
  while (await followUp(ledger, timeZone));
  console.log("The figures of Overview and Insight were counted again from the transfers.");
  await ledger.destroy();
  return 0;
});
