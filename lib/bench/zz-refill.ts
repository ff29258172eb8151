import { db } from "#lib/server/database/db";
import { refillStandings } from "#lib/server/ledger/refill-standings";
import { rereadCallbacks } from "#lib/server/callbacks/reread-callbacks";
const ledger = await db();
const report = async (name: string, work: () => Promise<unknown>) => {
  const cpu = process.cpuUsage(), t = performance.now();
  let peak = 0; const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 50);
  const r = await work();
  clearInterval(timer);
  const used = process.cpuUsage(cpu);
  console.log(name, r, `wall ${((performance.now()-t)/1000).toFixed(1)} s, cpu ${((used.user+used.system)/1e6).toFixed(1)} s, peak rss ${(Math.max(peak, process.memoryUsage().rss)/1e6).toFixed(0)} MB`);
};
if (process.argv.includes("--refill")) await report("refill", () => refillStandings(ledger));
if (process.argv.includes("--again")) {
  await ledger.updateTable("standing_recipe").set({ recipe: "", next_recipe: "", last_id: "" }).execute();
  await report("refill again", () => refillStandings(ledger));
}
if (process.argv.includes("--reread")) {
  await ledger.updateTable("reading").set({ version: 0, next_version: 0, last_id: "" }).execute();
  await report("reread", () => rereadCallbacks(ledger));
}
process.exit(0);
