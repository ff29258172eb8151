import { noRules, Rules } from "#lib/features/controls/rules";
import type { ControlRulesRow } from "#lib/server/tables/controls/control-rows";
import { prepared } from "#lib/server/tables/prepared";
import type { Db, Trx } from "#lib/server/tables/schema";

/** Invariant: rules count only as a version whose state says so, and a version is never changed. */

export type CurrentRules = { n: number; rules: Rules };

/** Those that count now; `n` is 0 where none were ever set. */
export async function readRules(ledger: Db | Trx): Promise<CurrentRules> {
  return toCurrent(await activeRules(ledger).modifyFront(prepared).executeTakeFirst());
}

/** For a query that reads more beside it; one row at most. */
export function activeRules(ledger: Db | Trx) {
  return ledger.selectFrom("control_rules").select(["n", "rules"]).where("state", "=", "active");
}

export function toCurrent(row: { n: number | null; rules: string | null } | undefined): CurrentRules {
  if (row === undefined || row.n === null || row.rules === null) return { n: 0, rules: noRules };
  return { n: row.n, rules: rulesOf({ rules: row.rules }) };
}

/** Throws for a text that no version of this dashboard wrote. */
export function rulesOf({ rules }: Pick<ControlRulesRow, "rules">): Rules {
  return Rules.parse(JSON.parse(rules));
}

/** Whether any rule is on. Reads no rule: pages that only ask this stand, whatever somebody wrote there by hand. */
export async function areRulesOn(ledger: Db): Promise<boolean> {
  const row = await ledger
    .selectFrom("control_rules")
    .select("n")
    .where("state", "=", "active")
    .where("rules", "<>", JSON.stringify(noRules))
    .executeTakeFirst();
  return row !== undefined;
}

export function hasRules(rules: Rules): boolean {
  return JSON.stringify(rules) !== JSON.stringify(noRules);
}
