import { randomBytes } from "node:crypto";
import { evmAddress } from "#lib/asset/address";
import { defaultAssets } from "#lib/asset/asset-tables";
import { firstAsset } from "#lib/asset/assets";
import { beginWatching } from "#lib/server/chain/cursors";
import type { Ground } from "#lib/server/chain/heads";
import { lookQuickly, lookToSettle } from "#lib/server/chain/looks";
import { watchedNetworks } from "#lib/server/chain/networks";
import { readHot, readWatched } from "#lib/server/chain/watched";
import { db } from "#lib/server/database/db";
import { startAnvil } from "#lib/testing/service/anvil";
import { putToken } from "#lib/testing/service/evm-token";
import type { LookCost } from "./watching";

/** Has so many of a ledger's accepted transfers watched on a development chain, and prints what a look costs as JSON. */
const [count, hot] = [Number(process.argv[2]), Number(process.argv[3])];
const rounds = 7;
const hourMs = 3_600_000;

const { network, chainId = 0, contract = "" } = firstAsset(defaultAssets);
const anvil = await startAnvil({ chainId });
const usdc = await putToken(anvil, contract, { symbol: "USDC", decimals: 6 });
const nodes = JSON.stringify({ [network]: { urls: [anvil.url] } });
Object.assign(process.env, { OFFRAMP_BASE_URL: anvil.url, OFFRAMP_API_KEY: "unused", CHAIN_NODES: nodes });

const ledger = await db();
const addresses = await makeWatched();
// What an earlier run has read was another chain.
for (const table of ["deposits", "chain_cursors"] as const) await ledger.deleteFrom(table).execute();
await beginWatching(ledger, network);
const watchedSince = new Date(Date.now() - 720 * hourMs).toISOString();
await ledger.updateTable("chain_cursors").set({ watched_since: watchedSince }).execute();
const [watched] = watchedNetworks();
const [node] = watched?.nodes ?? [];
if (watched === undefined || node === undefined) throw new Error("Nothing is watched.");

let calls = 0;
let bytes = 0;
const counted: Ground["node"] = {
  host: node.host,
  ask: async (method, params) => {
    const result = await node.ask(method, params);
    calls += 1;
    bytes += JSON.stringify(params).length + JSON.stringify(result).length;
    return result;
  },
};

async function look(kind: "quick" | "settling"): Promise<LookCost> {
  const cursor = await ledger.selectFrom("chain_cursors").selectAll().executeTakeFirstOrThrow();
  const ground = { ledger, network: watched as Ground["network"], node: counted, cursor };
  [calls, bytes] = [0, 0];
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const read = kind === "quick" ? await readHot(ledger, cursor) : await readWatched(ledger, cursor);
  await (kind === "quick" ? lookQuickly(ground, read) : lookToSettle(ground, read));
  const { user, system } = process.cpuUsage(cpu);
  return {
    watched: read.length,
    calls,
    bytes,
    ms: performance.now() - startedAt,
    cpuMs: (user + system) / 1_000,
  };
}

await anvil.mine(200);
await look("settling");
const costs: Record<"quick" | "settling", LookCost[]> = { quick: [], settling: [] };
for (let round = 0; round < rounds; round++) {
  await usdc.transfer(addresses[round] ?? "", 1_000_000n);
  await anvil.mine(30);
  costs.quick.push(await look("quick"));
  costs.settling.push(await look("settling"));
}
await ledger.destroy();
await anvil.close();
process.stdout.write(JSON.stringify(costs), () => process.exit(0));

/** The first of them are of the last hour. */
async function makeWatched(): Promise<string[]> {
  const query = ledger.selectFrom("transfers").select("id").where("submission", "=", "accepted");
  const rows = await query.orderBy("created_at", "desc").limit(count).execute();
  if (rows.length < count) throw new Error(`The ledger has ${rows.length} accepted transfers, not ${count}.`);
  const made = rows.map(({ id }) => ({ id, address: evmAddress(randomBytes(20)) }));
  await ledger.transaction().execute(async (trx) => {
    await trx.updateTable("transfers").set({ network: "elsewhere" }).where("network", "=", network).execute();
    for (const [at, { id, address }] of made.entries()) {
      const ageMs = at < hot ? hourMs : 3 * hourMs + (at % 600) * hourMs;
      const own = { network, from_currency: "USDC", asset: "base:usdc", amount: "100", address };
      await trx
        .updateTable("transfers")
        .set({ ...own, status: "awaiting_deposit", created_at: new Date(Date.now() - ageMs).toISOString() })
        .where("id", "=", id)
        .execute();
    }
  });
  return made.map(({ address }) => address);
}
