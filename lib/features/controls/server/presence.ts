import { db } from "#lib/server/database/db";
import { findSwitchedOff } from "./rules/controls-off";
import { areRulesOn } from "./rules/stored-rules";

/** Whether anything of approvals is shown: rules are on, or something waits. Two rows at most. */
export async function hasControls(): Promise<boolean> {
  const ledger = await db();
  if (await areRulesOn(ledger)) return true;
  const waiting = await ledger
    .selectFrom("requests")
    .select("id")
    .where("state", "=", "waiting")
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** What every page says for three days after a command ended all rules. */
export async function switchedOff(): ReturnType<typeof findSwitchedOff> {
  return findSwitchedOff(await db());
}
