import { openDatabase } from "#lib/server/database/db";
import { appendEvent } from "#lib/server/ledger/transfer-ledger";
import { settingOf } from "./database-setting";

/** A server process of its own: opens the database and appends notes to a transfer, one transaction each. */
const [url = "", transferId = "", count = "0"] = process.argv.slice(2);
const ledger = await openDatabase(settingOf(url));
for (let at = 0; at < Number.parseInt(count, 10); at++) {
  const note = { source: "person", kind: "note", text: `${process.pid} ${at}` } as const;
  await ledger.transaction().execute((trx) => appendEvent(trx, transferId, note));
}
await ledger.destroy();
