import { attachDatabase } from "#lib/server/db";
import { ConfigurationError, env } from "#lib/server/env";
import { verifyLedger } from "#lib/server/verify-ledger";

/** `npm run verify-ledger`: computes every transfer's status from its events again, and names each row that differs. */
try {
  const ledger = await attachDatabase(env().database);
  const { transfers, differences } = await verifyLedger(ledger);
  for (const { transferId, column, stored, computed } of differences) {
    console.log(`${transferId}: ${column} is stored as ${stored}, its events say ${computed}`);
  }
  console.log(`${transfers} transfers, ${differences.length} differences`);
  await ledger.destroy();
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : "The ledger cannot be read.");
  process.exitCode = error instanceof ConfigurationError ? 78 : 1;
}
