import { setImmediate } from "node:timers/promises";
import type { Db } from "./schema";

/** The IDs of all transfers, in their order, after `last`. */
export async function* transferIds(ledger: Db, atOnce: number, last = ""): AsyncGenerator<string[]> {
  for (let after = last; ; ) {
    const rows = await ledger
      .selectFrom("transfers")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows.map(({ id }) => id);
    after = end.id;
    // SQLite answers without a pause, and its driver frees statements only between turns.
    await setImmediate();
  }
}
