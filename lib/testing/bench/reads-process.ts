import { db } from "#lib/server/db";
import { findTransfer, listTransfers } from "#lib/server/transfers";
import { randomFrom } from "../seed/random";

/** Reads one ledger in every way that a page does, and prints the times of each in milliseconds as JSON. */
const tries = Number.parseInt(process.argv[2] ?? "", 10);
const ledger = await db();
const random = randomFrom(7);

/** Transfers from all over the ledger, to be looked for. */
async function sample(count: number) {
  const rows = [];
  while (rows.length < count) {
    const id = Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
    const row = await ledger
      .selectFrom("transfers")
      .selectAll()
      .where("id", ">", id)
      .orderBy("id")
      .limit(1)
      .execute();
    rows.push(...row);
  }
  return rows;
}
const rows = await sample(50);
const some = () => rows[Math.floor(random() * rows.length)] as (typeof rows)[number];
const word = () => some().account_name.split(" ").at(-1) ?? "";
const limit = 25;
const deep = () => Buffer.from(JSON.stringify([some().created_at, some().id])).toString("base64url");
const days = () => {
  const day = some().created_at.slice(0, 10);
  return { from: day, to: day };
};

const reads: Record<string, () => Promise<unknown>> = {
  "the newest page": () => listTransfers({ limit }),
  "a page deep inside": () => listTransfers({ limit, cursor: deep() }),
  "a page of a common status": () => listTransfers({ limit, status: "paid", cursor: deep() }),
  "a page of a rare status": () => listTransfers({ limit, status: "other", cursor: deep() }),
  "a page of a token": () => listTransfers({ limit, asset: some().asset, cursor: deep() }),
  "a token and a status": () =>
    listTransfers({ limit, asset: some().asset, status: "failed", cursor: deep() }),
  "a day": () => listTransfers({ limit, ...days() }),
  "what needs attention": () => listTransfers({ limit, attention: "yes" }),
  "search: our ID": () => listTransfers({ limit, q: some().id }),
  "search: transaction ID": () => listTransfers({ limit, q: some().transaction_id ?? "txn_none" }),
  "search: deposit address": () => listTransfers({ limit, q: some().address ?? "0xnone" }),
  "search: last four digits": () => listTransfers({ limit, q: some().account_number.slice(-4) }),
  "search: amount": () => listTransfers({ limit, q: some().amount }),
  "search: the commonest name": () => listTransfers({ limit, q: "adebayo" }),
  "search: a word of a name": () => listTransfers({ limit, q: word() }),
  "search: three letters": () => listTransfers({ limit, q: word().slice(0, 3) }),
  "search: one letter": () => listTransfers({ limit, q: "o" }),
  "search: two words": () => listTransfers({ limit, q: `${word().slice(0, 4)} ade` }),
  "search: nobody": () => listTransfers({ limit, q: "xyzxyz" }),
  "search: a name and a status": () => listTransfers({ limit, q: "ade", status: "failed" }),
  "a transfer's page": () => findTransfer(some().id),
};

for (const read of Object.values(reads)) for (let warm = 0; warm < 5; warm++) await read();
const times: Record<string, number[]> = {};
for (const [name, read] of Object.entries(reads)) {
  const list: number[] = [];
  for (let count = 0; count < tries; count++) {
    const start = performance.now();
    await read();
    list.push(performance.now() - start);
  }
  times[name] = list;
}
process.stdout.write(JSON.stringify(times));
await ledger.destroy();
process.exit(0);
