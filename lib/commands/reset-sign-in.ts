import "#lib/features/all/index";
import { env } from "#lib/server/config/env";
import { attachLedger } from "#lib/server/database/db";
import { refuseOtherLedger } from "#lib/server/database/ledger-identity";
import { resetSignIn } from "#lib/server/people/reset-sign-in";
import { runCommand } from "./run-command";

/**
 * `npm run reset-sign-in -- EMAIL`: for who lost the password or second factor while no admin can help. Removes the second
 * factor, ends the sessions and prints a link for a new password.
 */
await runCommand(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (email === undefined || more.length > 0)
    throw new Error("Name the person's e-mail address: npm run reset-sign-in -- ada@example.com");
  const { database, appUrl, port } = env();
  const ledger = await attachLedger(database);
  await refuseOtherLedger(database, ledger);
  const link = await resetSignIn(ledger, email);
  await ledger.destroy();
  if (link === undefined) throw new Error("Nobody here has this e-mail address. Nothing was changed.");
  console.log(
    `Open this link within 24 hours to set a new password. It works once: ${appUrl ?? `http://localhost:${port}`}${link.path}`,
  );
  return 0;
});
