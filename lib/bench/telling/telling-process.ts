import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { claimDue, giveBack } from "#lib/features/telling/server/webhooks/claim";
import { createDeliverer } from "#lib/features/telling/server/webhooks/deliver";
import { db } from "#lib/server/database/db";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import { addEndpoint, waitingFor } from "#lib/testing/telling/endpoints";
import type { TellingCost } from "./telling";

/** Has so many webhooks wait, and prints what a claim of them and their delivery cost as JSON. */
const count = Number(process.argv[2]);
const perTransfer = 4;
const claims = 200;
const claimedAtOnce = 32;
const rowsAtOnce = 5_000;

Object.assign(process.env, { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
const receiver = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(204).end());
});
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
const { port } = receiver.address() as AddressInfo;

const ledger = await db();
const { id } = await addEndpoint(ledger, `http://127.0.0.1:${port}/`);
const rows = Array.from({ length: count }, (_, at) =>
  waitingFor(id, `transfer-${Math.floor(at / perTransfer)}`, (at % perTransfer) + 1),
);
for (let at = 0; at < count; at += rowsAtOnce)
  await ledger.transaction().execute((trx) => appendDeliveries(trx, rows.slice(at, at + rowsAtOnce)));

const claimMs: number[] = [];
for (let round = 0; round < claims; round++) {
  const endpoint = await ledger.selectFrom("endpoints").selectAll().executeTakeFirstOrThrow();
  const start = performance.now();
  const claimed = await claimDue(ledger, endpoint, await readDatabaseTime(ledger), claimedAtOnce);
  claimMs.push(performance.now() - start);
  await giveBack(ledger, claimed, await readDatabaseTime(ledger));
}
const start = performance.now();
const deliverer = createDeliverer(ledger);
await deliverer.look();
await deliverer.rest();
const seconds = (performance.now() - start) / 1_000;
const { left } = await ledger
  .selectFrom("deliveries")
  .select(({ fn }) => fn.countAll<number | string>().as("left"))
  .where("state", "!=", "delivered")
  .executeTakeFirstOrThrow();
const cost: TellingCost = { seconds, left: Number(left), claimMs };
process.stdout.write(JSON.stringify(cost), () => process.exit(0));
