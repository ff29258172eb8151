// seeds with one arg "seed", then profiles with "run"
import { seedLedger } from "#lib/bench/seed/seed";
import { settingOf } from "#lib/testing/database/database-setting";

if (process.argv[2] === "seed") {
  await seedLedger(settingOf(process.env.DATABASE_URL ?? ""), 5000);
  process.exit();
}
const { listTransfers } = await import("#lib/server/search/list-transfers");
const run = async (n: number) => {
  const t = process.cpuUsage();
  for (let i = 0; i < n; i += 1) await listTransfers({ limit: 25 } as never);
  const { user, system } = process.cpuUsage(t);
  return (user + system) / 1000 / n;
};
await run(150);
console.log("ms CPU a list", (await run(400)).toFixed(2), (await run(400)).toFixed(2));
process.exit();
