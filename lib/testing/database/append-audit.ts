import { text } from "node:stream/consumers";
import { type AuditEntry, appendAudit } from "#lib/server/audit/audit";
import { openDatabase } from "#lib/server/database/db";
import { settingOf } from "./database-setting";

/** A process of its own: opens the database and appends the entries that it reads, one transaction each. */
const [url = ""] = process.argv.slice(2);
const entries = JSON.parse(await text(process.stdin)) as AuditEntry[];
const ledger = await openDatabase(settingOf(url));
for (const entry of entries) await ledger.transaction().execute((trx) => appendAudit(trx, entry));
await ledger.destroy();
