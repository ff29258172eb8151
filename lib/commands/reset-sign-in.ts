import { resetSignIn } from "#lib/server/auth/reset-sign-in";
import { openDatabase } from "#lib/server/db";
import { ConfigurationError, env } from "#lib/server/env";

/**
 * `npm run reset-sign-in -- EMAIL`: for who has lost the second factor or the password while no admin can help. It takes
 * the second factor away, ends the person's sessions, and prints a link, once, by which they set a new password.
 */
try {
  const email = process.argv[2];
  if (email === undefined) throw new Error("Say whose: npm run reset-sign-in -- ada@example.com");
  const { database, appUrl, port } = env();
  const ledger = await openDatabase(database);
  const link = await resetSignIn(ledger, email);
  await ledger.destroy();
  if (link === undefined) throw new Error("Nobody here has this e-mail address. Nothing was changed.");
  console.log(
    `Set a new password, within 24 hours, once: ${appUrl ?? `http://localhost:${port}`}${link.path}`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : "The sign-in cannot be reset.");
  process.exitCode = error instanceof ConfigurationError ? 78 : 1;
}
