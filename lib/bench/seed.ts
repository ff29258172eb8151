import { seedLedger } from "#lib/bench/seed/seed";
import { ConfigurationError, env } from "#lib/server/config/env";

/** `npm run seed -- --transfers 1000000`: fills an empty database with made-up transfers, for measurements. */
const at = process.argv.indexOf("--transfers");
const count = Number.parseInt(process.argv[at + 1] ?? "", 10);
if (at === -1 || !(count >= 1 && count <= 10_000_000)) {
  console.error("Say how many: npm run seed -- --transfers 1000000 (at most 10000000).");
  process.exit(64);
}
try {
  const start = Date.now();
  await seedLedger(env().database, count, (written) => {
    if (written % 100_000 === 0) console.log(`${written} of ${count}`);
  });
  console.log(`${count} transfers in ${Math.round((Date.now() - start) / 1000)} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : "The database cannot be filled.");
  process.exitCode = error instanceof ConfigurationError ? 78 : 1;
}
