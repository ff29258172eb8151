import { reason as reasonInput } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { commandOrigin } from "#lib/server/auth/actor";
import type { ControlRulesRow } from "#lib/server/tables/controls/control-rows";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db } from "#lib/server/tables/schema";
import { tellNewRules } from "../messages/tell-rules";
import { endActive, holdRules, readNewest, stopPending } from "./rules-acts";
import { hasRules, readRules } from "./stored-rules";

/**
 * Invariant: whoever runs the server can switch every rule off at once, for a business whose people can't any more, and
 * nobody is left to wonder: it is a version of the rules with its reason, in the audit log, and on every page for three
 * days. What waits by then goes on needing what it needed.
 */

/** How long every page says so. */
export const shownForMs = 72 * 60 * 60_000;

/** Returns the number of the version that has no rule. Throws for a missing reason, and where no rule is on. */
export async function switchOff(ledger: Db, reason: string): Promise<number> {
  const why = readReason(reason);
  return inTransaction(ledger, async (trx) => {
    await holdRules(trx);
    const { n: beforeN, rules } = await readRules(trx);
    if (!hasRules(rules)) throw new Error("No rule for payouts is on. Nothing was changed.");
    await stopPending(trx);
    await endActive(trx);
    const n = ((await readNewest(trx))?.n ?? 0) + 1;
    const at = await readDatabaseTime(trx);
    const row: ControlRulesRow = {
      ...{ id: `rules-${n}`, n, rules: JSON.stringify(noRules), by: null, reason: why },
      ...{ made_at: at, effective_at: at, state: "active" },
    };
    await trx.insertInto("control_rules").values(row).execute();
    coverRecord(trx, "rules-1", row);
    await tellNewRules(trx, row, { isLooser: true, beforeN, requestId: null });
    await appendAudit(trx, {
      ...commandOrigin,
      action: "controls_switched_off",
      recordId: null,
      detail: { rules: `${n}` },
    });
    return n;
  });
}

function readReason(text: string): string {
  const read = reasonInput.safeParse(text.trim());
  if (!read.success) throw new Error("Say why, in 1 to 500 characters. Nothing was changed.");
  return read.data;
}

/** The newest time that a command did so, while every page says it; also where rules are on again. */
export async function findSwitchedOff(
  ledger: Db,
): Promise<{ at: string; reason: string; isOffStill: boolean } | undefined> {
  const row = await ledger
    .selectFrom("control_rules")
    .select(["made_at", "reason", "state"])
    .where("by", "is", null)
    .where("made_at", ">", databaseTime(ledger, -shownForMs))
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { at: row.made_at, reason: row.reason ?? "", isOffStill: row.state === "active" };
}
