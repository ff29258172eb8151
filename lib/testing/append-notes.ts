import { readDatabase } from "#lib/server/database-setting";
import { openDatabase } from "#lib/server/db";
import { appendEvent } from "#lib/server/transfer-ledger";

/** A server process of its own: opens the database and appends notes to a transfer, one transaction each. */
const [url = "", transferId = "", count = "0"] = process.argv.slice(2);
const refuse = (message: string) => {
  throw new Error(message);
};
const setting = readDatabase(url, refuse, refuse);
if (setting === undefined) throw new Error("No database.");
const ledger = await openDatabase(setting);
for (let at = 0; at < Number.parseInt(count, 10); at++) {
  const note = { source: "person", kind: "note", text: `${process.pid} ${at}` } as const;
  await ledger.transaction().execute((trx) => appendEvent(trx, transferId, note));
}
await ledger.destroy();
