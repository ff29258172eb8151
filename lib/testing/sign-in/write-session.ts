import { openDatabase } from "#lib/server/database/db";
import { type SessionTraits, writeSession } from "./sessions";
import { testSecret } from "./test-secret";

/** A process of its own: writes a person and a session into a database file, and prints the cookie. */
const [file = "", traits = "{}"] = process.argv.slice(2);
const ledger = await openDatabase({ kind: "sqlite", file });
const { cookie } = await writeSession(ledger, testSecret, JSON.parse(traits) as SessionTraits);
await ledger.destroy();
process.stdout.write(cookie);
