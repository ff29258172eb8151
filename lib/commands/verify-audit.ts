import { type NotedEntry, verifyAudit } from "#lib/server/audit/verify-audit";
import { env } from "#lib/server/config/env";
import { attachLedger } from "#lib/server/database/db";
import { showExactly } from "#lib/text/visible-text";
import { runCommand } from "./run-command";

/**
 * `npm run verify-audit`: reads the audit log and names the first entry that was changed, removed, inserted or swapped. `npm
 * run verify-audit -- 400:HASH` also checks an entry that was noted elsewhere.
 */
await runCommand(async () => {
  const noted = readNoted(process.argv[2]);
  const ledger = await attachLedger(env().database);
  const { entries, lastHash, fault } = await verifyAudit(ledger, noted);
  if (fault !== null) console.log(showExactly(fault.text));
  const hold = `${entries} ${entries === 1 ? "entry is intact" : "entries are intact"}`;
  const last = entries === 0 ? "" : `: each follows from the one before. Last: ${entries}:${lastHash}`;
  console.log(fault === null ? `${hold}${last}` : `Before that ${hold}${last}`);
  await ledger.destroy();
  return fault === null ? 0 : 1;
});

function readNoted(text: string | undefined): NotedEntry | undefined {
  if (text === undefined) return undefined;
  const [, seq = "", hash = ""] = /^([1-9]\d{0,9}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash === "") throw new Error("Give the entry as NUMBER:HASH, as this command printed it.");
  return { seq: Number.parseInt(seq, 10), hash };
}
