import fc from "fast-check";
import { expect, inject, it } from "vitest";
import "#lib/testing/database/database";
import { reportCommands } from "#lib/proof/transfer-model/report-commands";
import { submissionCommands } from "#lib/proof/transfer-model/submission-commands";
import { openWorld, type World } from "#lib/proof/transfer-model/world";
import { verifyLedger } from "#lib/server/verify/verify-ledger";

const asked = Number.parseInt(process.env.MODEL_SEQUENCES || "15", 10);
// A history takes several times as long on a server.
const sequences = inject("postgres") ? Math.ceil(asked / 10) : asked;
const seed = process.env.MODEL_SEED ? Number.parseInt(process.env.MODEL_SEED, 10) : Date.now() % 2 ** 31;
/** A database is left behind after so many, so that the last history is not slower than the first. */
const sequencesAWorld = 50;

it(`holds ${sequences} random histories against the model, from seed ${seed}`, async () => {
  for (let done = 0; done < sequences; done += sequencesAWorld) {
    const world = await openWorld();
    try {
      await tryHistories(world, Math.min(sequencesAWorld, sequences - done), seed + done);
      expect((await verifyLedger(await world.ledger())).differences).toEqual([]);
      // The service sent us elsewhere now and then: nobody went there.
      expect(world.service.calls.filter(({ operation }) => operation === "none")).toEqual([]);
    } finally {
      await world.close();
    }
  }
}, 3_600_000);

function tryHistories(world: World, numRuns: number, seedOfRuns: number): Promise<void> {
  const commands = fc.commands([...submissionCommands, ...reportCommands], { maxCommands: 14, size: "max" });
  const history = fc
    .asyncProperty(commands, (steps) =>
      fc.asyncModelRun(() => ({ model: { transfers: [] }, real: world }), steps),
    )
    .beforeEach(world.forgetLimits);
  return fc.assert(history, { numRuns, seed: seedOfRuns, endOnFailure: false });
}
