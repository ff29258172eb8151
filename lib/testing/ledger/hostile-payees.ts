import { randomUUID } from "node:crypto";
import { versionName } from "#lib/server/payees/version-name";
import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import type { Db } from "#lib/server/tables/schema";

const at = "2026-01-01T00:00:00.000Z";
const invisible = (length: number) => "\u202e".repeat(length);
const most = 1_000;
const mostVersions = 100;
const mostConfirmations = 100;
const longestEmail = `${"e".repeat(240)}@e.com`;

/**
 * As many payees as there may be, with the longest texts; the first has the given ID, the most versions, one of which waits, and
 * the most confirmations of its name.
 */
export async function fillPayees(ledger: Db, id: string, personId: string): Promise<void> {
  const ids = [id, ...Array.from({ length: most - 1 }, () => randomUUID())];
  const payees = ids.map((each) => ({ id: each, name: "字".repeat(100), created_at: at, archived_at: null }));
  const past = Array.from({ length: mostVersions - 2 }, (_, before) =>
    version({ payee_id: id, n: before + 1, state: "declined" }),
  );
  const current = ids.map((each) => version({ payee_id: each, n: mostVersions - 1, state: "current" }));
  const proposed = version({ payee_id: id, n: mostVersions, state: "proposed" });
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
  const versions = [...past, ...current, proposed];
  for (let from = 0; from < versions.length; from += 50)
    await ledger
      .insertInto("payee_versions")
      .values(versions.slice(from, from + 50))
      .execute();
  const decisions = past.map(({ n }) => ({
    ...{ id: versionName({ payeeId: id, n }), payee_id: id, n, outcome: "declined" as const, at },
    ...{ person_name: longestEmail, reason: "字".repeat(500) },
  }));
  await ledger.insertInto("payee_decisions").values(decisions).execute();
  const confirmations = Array.from({ length: mostConfirmations }, () => ({
    ...{ id: randomUUID(), payee_id: id, n: mostVersions - 1, how: "bank_app" as const, at },
    ...{ shown_name: "字".repeat(200), note: "字".repeat(500), person_id: personId },
  }));
  await ledger.insertInto("name_confirmations").values(confirmations).execute();
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
    person_name: longestEmail,
    needs_agreement: row.state === "current" ? 0 : 1,
    cover_key: "",
  };
}
