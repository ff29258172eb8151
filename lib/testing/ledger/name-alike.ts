import { sql } from "kysely";
import { wordRows } from "#lib/server/ledger/name-terms";
import type { Db } from "#lib/server/tables/schema";

/**
 * Gives transfers of the older half of a ledger names that start alike, in more ways than are listed one by one: one in
 * five is a `Quda…`, which is common, and one in fifty a `Qube…`, which is rare.
 */
export async function nameAlike(ledger: Db): Promise<void> {
  const all = await ledger
    .selectFrom("transfers")
    .select(["id", "created_at", "reference", "purpose"])
    .orderBy("created_at")
    .execute();
  const named = all.slice(0, all.length / 2).flatMap(({ id, ...row }, at) => {
    const start = at % 5 === 0 ? "Quda" : at % 50 === 1 ? "Qube" : undefined;
    const last = id.charAt(2) < "8" ? "Obi" : "Eze";
    return start === undefined ? [] : [{ ...row, id, account_name: `${start}${id.slice(0, 2)} ${last}` }];
  });
  const ids = named.map(({ id }) => id);
  await ledger.deleteFrom("transfer_names").where("transfer_id", "in", ids).execute();
  await ledger
    .insertInto("transfer_names")
    .values(named.flatMap((row) => wordRows(row, null)))
    .execute();
  for (const start of ["Quda", "Qube"])
    for (const last of ["Obi", "Eze"]) {
      const own = named.filter(
        ({ account_name }) => account_name.startsWith(start) && account_name.endsWith(last),
      );
      await ledger
        .updateTable("transfers")
        .set({ account_name: sql<string>`${start} || substr(id, 1, 2) || ' ' || ${last}` })
        .where(
          "id",
          "in",
          own.map(({ id }) => id),
        )
        .execute();
    }
}
