import { setTimeout } from "node:timers/promises";
import type { Reply } from "#lib/testing/servers/production-server";
import type { Point } from "./point";
import type { CrashRig } from "./rig";
import { answerWell } from "./service";
import { type Fault, verifyCallback, verifyTransfer } from "./verify";
import type { Watcher } from "./watcher";

const waitingMs = 60;

/** A crash while a callback comes in. The service repeats it afterwards, because it got no 2xx. */
function callbackPoint(
  name: string,
  what: string,
  arrange: (rig: CrashRig, id: string, watcher: Watcher) => Promise<void>,
  isAt: (kept: { received: number; applied: number }) => boolean,
): Point {
  return {
    name,
    what,
    run: async (rig) => {
      const faults: Fault[] = [];
      const report = (kind: Fault["kind"], text: string) => void faults.push({ kind, text });
      const order = rig.newOrder();
      const arrivedAtMost = rig.service.arrived() + 1;
      rig.service.onInitiate(answerWell);
      const made = await rig.submit(order);
      const [created] = rig.service.created(order.accountNumber);
      if (made === undefined || created === undefined) throw new Error("No transfer to call back for.");
      const { id } = made.body;
      const { callbackUrl, transactionId } = created;
      const call = () => rig.send("POST", callbackUrl, { transactionId, status: "processing" });
      const watcher = await rig.database.watch();
      await arrange(rig, id, watcher);
      const calling = call();
      await rig.server().ended;
      await watcher.kill();
      const answered: Reply = await calling;
      await rig.database.rest();
      const count = async (query: string) => (await rig.database.peek(query, id)).length;
      const received = await count("SELECT 1 FROM received WHERE transfer_id = ?");
      const applied = await count(
        "SELECT 1 FROM transfer_events WHERE transfer_id = ? AND kind = 'callback'",
      );
      const kept = received + applied;
      if (answered !== undefined && kept === 0) report("lost", "it was answered and not kept");
      await rig.start();
      const repeated = await call();
      if (repeated?.status !== 204) report("lost", "its repeat was not taken");
      await verifyCallback(rig, id, 1 + kept, report);
      faults.push(...(await verifyTransfer(rig, { ...order, id, arrivedAtMost })));
      return { isReached: answered === undefined && isAt({ received, applied }), faults };
    },
  };
}

const ofTransfer = (id: string) => `SELECT 1 FROM received WHERE transfer_id = '${id}'`;

/** K11 and K12: the steps of a callback, which is kept first and applied after. */
export const callbackPoints: Point[] = [
  callbackPoint(
    "K11",
    "during a callback, before its commit",
    async (rig, _id, watcher) => {
      await watcher.hold();
      void setTimeout(waitingMs).then(rig.server().kill);
    },
    ({ received, applied }) => received + applied === 0,
  ),
  callbackPoint(
    "K12",
    "after a callback's commit, before the 2xx and before it is applied",
    (rig, id, watcher) => watcher.killWhen(ofTransfer(id), rig.server().pid),
    ({ received, applied }) => received === 1 && applied === 0,
  ),
];
