import { randomUUID } from "node:crypto";
import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import type { Db } from "#lib/server/tables/schema";

const at = "2026-01-01T00:00:00.000Z";
const invisible = (length: number) => "\u202e".repeat(length);
const most = 1_000;
const mostVersions = 100;

/** As many payees as there may be, with the longest texts; the first has the given ID, and the most versions. */
export async function fillPayees(ledger: Db, id: string): Promise<void> {
  const ids = [id, ...Array.from({ length: most - 1 }, () => randomUUID())];
  const payees = ids.map((each) => ({ id: each, name: "字".repeat(100), created_at: at, archived_at: null }));
  const past = Array.from({ length: mostVersions - 1 }, (_, before) =>
    version({ payee_id: id, n: before + 1, state: "past" }),
  );
  const current = ids.map((each) => version({ payee_id: each, n: mostVersions, state: "current" }));
  for (let from = 0; from < most; from += 50)
    await ledger
      .insertInto("payees")
      .values(payees.slice(from, from + 50))
      .execute();
  const names = ids.flatMap((payee_id) =>
    [100, 200].map((length) => ({ payee_id, name_key: "字".repeat(length) })),
  );
  for (let from = 0; from < names.length; from += 50)
    await ledger
      .insertInto("payee_names")
      .values(names.slice(from, from + 50))
      .execute();
  const versions = [...past, ...current];
  for (let from = 0; from < versions.length; from += 50)
    await ledger
      .insertInto("payee_versions")
      .values(versions.slice(from, from + 50))
      .execute();
}

function version(row: Pick<PayeeVersionRow, "payee_id" | "n" | "state">): PayeeVersionRow {
  return {
    ...row,
    bank_code: "0".repeat(32),
    bank_name: invisible(300),
    account_number: "0690000031",
    account_name: "字".repeat(200),
    how_checked: "字".repeat(500),
    at,
    person_name: `${"e".repeat(240)}@e.com`,
    cover_key: "",
  };
}
