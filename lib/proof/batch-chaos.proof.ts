import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { newSharedDatabase } from "#lib/testing/database/database";
import { verifyByCommands } from "#lib/testing/servers/command";
import { runBatchChaos } from "./batch-chaos/run";

/** A slow service that fails at three of ten requests, two servers, and browsers that are closed in the middle of a call. */

const times = Number.parseInt(process.env.BATCH_CHAOS_TIMES || "10", 10);
const seed = Number.parseInt(process.env.BATCH_CHAOS_SEED || `${Date.now() % 2 ** 31}`, 10);
const chaos = { rows: 200, serverKills: 3, browserKills: 2 };

it.each(Array.from({ length: times }, (_, at) => seed + 100 * at))(
  "creates 200 rows once while servers are killed and browsers closed, from seed %i",
  async (from) => {
    const database = await newSharedDatabase();
    const ledger = await openDatabase(database.setting);
    onTestFinished(() => ledger.destroy());
    const { figures, faults } = await runBatchChaos({ ...chaos, seed: from }, ledger, database.url);
    const words = Object.entries(figures).map(([name, figure]) => `${name}: ${figure}`);
    process.stdout.write(`${words.join("; ")}\n`);
    expect(faults).toEqual([]);
    expect(figures["initiates of a row, at most"]).toBe(1);
    expect(await verifyByCommands(database.url)).toMatchObject({ isRight: true });
  },
  1_800_000,
);
