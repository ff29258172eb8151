import "#lib/features/all/index";
import { parseArgs } from "node:util";
import { switchOff } from "#lib/features/controls/server/rules/controls-off";
import { env } from "#lib/server/config/env";
import { attachLedger } from "#lib/server/database/db";
import { refuseOtherLedger } from "#lib/server/database/ledger-identity";
import { runCommand } from "./run-command";

/** `npm run controls-off -- --reason TEXT`: ends all rules for payouts, for when nobody is left who could meet or change them. */
await runCommand(async () => {
  const { values } = parseArgs({ options: { reason: { type: "string", default: "" } } });
  const { database } = env();
  const ledger = await attachLedger(database);
  await refuseOtherLedger(database, ledger);
  const n = await switchOff(ledger, values.reason);
  console.log(
    `Rules for payouts are off from now on (version ${n}). This is in the audit log, and on every page for 72 hours. What waits for an approval still needs it. An admin can set rules again on the page Controls.`,
  );
  await ledger.destroy();
  return 0;
});
