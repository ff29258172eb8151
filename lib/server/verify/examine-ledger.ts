import { verifyAudit } from "#lib/server/audit/verify-audit";
import { ledgerId } from "#lib/server/database/ledger-identity";
import type { Db } from "#lib/server/tables/schema";
import { describeDifference, verifyLedger } from "./verify-ledger";

/** Invariant: reads only; reports each fault that the ledger's own rules find. */

export type Examined = {
  id: string | undefined;
  transfers: number;
  events: number;
  entries: number;
  faults: string[];
};

/** Computes every status again and reads the audit log whole. `of`: whether a server works on it, or it is a copy. */
export async function examineLedger(ledger: Db, of: "server" | "copy" = "server"): Promise<Examined> {
  const { transfers, differences } = await verifyLedger(ledger, of);
  const { events } = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => fn.countAll().as("events"))
    .executeTakeFirstOrThrow();
  const { entries, fault } = await verifyAudit(ledger);
  const faults = differences.map(describeDifference);
  if (fault !== null) faults.push(fault.text);
  return { id: await ledgerId(ledger), transfers, events: Number(events), entries, faults };
}
