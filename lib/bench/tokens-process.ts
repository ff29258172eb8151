import { randomBytes } from "node:crypto";
import { db } from "#lib/server/database/db";
import { hashCallbackToken } from "#lib/server/service/callback-url";

/** Gives the newest accepted transfers of a ledger a callback URL each, and prints its tokens as JSON. */
const count = Number.parseInt(process.argv[2] ?? "", 10);
const ledger = await db();
const rows = await ledger
  .selectFrom("transfers")
  .select("id")
  .where("submission", "=", "accepted")
  .limit(count)
  .execute();
const tokens = rows.map(() => randomBytes(32).toString("base64url"));
await ledger.transaction().execute(async (trx) => {
  for (const [at, { id }] of rows.entries())
    await trx
      .updateTable("transfers")
      .set({ callback_token_hash: hashCallbackToken(tokens[at] ?? "") })
      .where("id", "=", id)
      .execute();
});
await ledger.destroy();
// What is longer than a pipe holds has to be read before the end.
process.stdout.write(JSON.stringify(tokens), () => process.exit(0));
