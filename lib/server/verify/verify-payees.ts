import { setImmediate } from "node:timers/promises";
import { isPayeeLine, type PayeeLine, payeeHash, readLines } from "#lib/server/audit/cover-hash";
import { decidedVersions } from "#lib/server/payees/proposals";
import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import type { Db } from "#lib/server/tables/schema";
import { canonicalText } from "#lib/text/canonical-text";

/**
 * Invariant: reads only. Each version of a payee's account must be as its audit line says; the newest one that nobody had to
 * agree to, or that somebody agreed to, must be the current one. Every name must be among those that are compared.
 */

export type PayeeFault = { payeeId: string; text: string };

const atOnce = 500;

/** Needs a snapshot. */
export async function verifyPayees(ledger: Db): Promise<PayeeFault[]> {
  const lines = await readPayeeLines(ledger);
  const states = await readStates(ledger);
  const faults: PayeeFault[] = [];
  let last = { payee_id: "", n: 0 };
  for (;;) {
    const rows = await readAfter(ledger, last);
    for (const row of rows) {
      const key = `${row.payee_id} ${row.n}`;
      for (const text of faultsOf(row, lines.get(key) ?? [], states.get(key)))
        faults.push({ payeeId: row.payee_id, text });
      lines.delete(key);
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end;
    await setImmediate();
  }
  faults.push(...(await findUnnamed(ledger)));
  for (const [{ payeeId, n } = { payeeId: "", n: 0 }] of lines.values())
    faults.push({ payeeId, text: `version ${n} was removed` });
  return faults;
}

/** Names that were there before stay; none that is there now may lack. Few: only what people saved by hand. */
async function findUnnamed(ledger: Db): Promise<PayeeFault[]> {
  const kept = await ledger.selectFrom("payee_names").selectAll().execute();
  const keys = new Set(kept.map(({ payee_id, name_key }) => `${payee_id} ${name_key}`));
  const payees = await ledger.selectFrom("payees").select(["id", "name"]).execute();
  const accounts = await ledger
    .selectFrom("payee_versions")
    .select(["payee_id as id", "account_name as name"])
    .execute();
  const lacking = [...payees, ...accounts].filter(
    ({ id, name }) => !keys.has(`${id} ${canonicalText(name)}`),
  );
  return [...new Set(lacking.map(({ id }) => id))].map((payeeId) => ({
    payeeId,
    text: "one of its names is missing from the names that are compared",
  }));
}

/** What each version must be, by what was decided. Few: only what people saved by hand. */
async function readStates(ledger: Db): Promise<Map<string, PayeeVersionRow["state"]>> {
  const rows = await decidedVersions(ledger)
    .select(["payee_versions.payee_id", "payee_versions.n", "needs_agreement", "outcome"])
    .orderBy("payee_versions.payee_id")
    .orderBy("payee_versions.n")
    .execute();
  const states = new Map<string, PayeeVersionRow["state"]>();
  const current = new Map<string, string>();
  for (const { payee_id, n, needs_agreement, outcome } of rows) {
    const key = `${payee_id} ${n}`;
    if (needs_agreement === 0 || outcome === "agreed") {
      const before = current.get(payee_id);
      if (before !== undefined) states.set(before, "past");
      current.set(payee_id, key);
      states.set(key, "current");
    } else states.set(key, outcome ?? "proposed");
  }
  return states;
}

function faultsOf(
  row: PayeeVersionRow,
  lines: readonly PayeeLine[],
  state: PayeeVersionRow["state"] | undefined,
): string[] {
  const faults: string[] = [];
  // Before its line has come, an old one has an empty key.
  if (lines.length === 0 && row.cover_key !== "")
    faults.push(`version ${row.n} was inserted: the audit log has no record of it`);
  if (lines.some(({ recipe, hash }) => payeeHash(row, recipe) !== hash))
    faults.push(`version ${row.n} was changed after it was recorded`);
  if (row.state !== state) faults.push(`version ${row.n} is stored as ${row.state}, it is ${state}`);
  return faults;
}

async function readAfter(
  ledger: Db,
  { payee_id, n }: Pick<PayeeVersionRow, "payee_id" | "n">,
): Promise<PayeeVersionRow[]> {
  return ledger
    .selectFrom("payee_versions")
    .selectAll()
    .where(({ eb, or, and }) =>
      or([eb("payee_id", ">", payee_id), and([eb("payee_id", "=", payee_id), eb("n", ">", n)])]),
    )
    .orderBy("payee_id")
    .orderBy("n")
    .limit(atOnce)
    .execute();
}

/** Few: only what people saved by hand. */
async function readPayeeLines(ledger: Db): Promise<Map<string, PayeeLine[]>> {
  const found = new Map<string, PayeeLine[]>();
  let last = 0;
  for (;;) {
    const rows = await ledger
      .selectFrom("audit_covers")
      .selectAll()
      .where("seq", ">", last)
      .where("lines", "like", "%payee-%")
      .orderBy("seq")
      .limit(atOnce)
      .execute();
    for (const line of rows.flatMap((row) => readLines(row.lines))) {
      if (!isPayeeLine(line)) continue;
      const key = `${line.payeeId} ${line.n}`;
      found.set(key, [...(found.get(key) ?? []), line]);
    }
    const end = rows.at(-1);
    if (end === undefined) return found;
    last = end.seq;
    await setImmediate();
  }
}
