import * as z from "zod/mini";
import { rolesThatAct } from "#lib/contract/outbox/mail-kinds";
import { type BatchInNeed, toldWords } from "#lib/features/bulk/batches/needs";
import { stopOf } from "#lib/features/bulk/server/checks/stored-batch";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import type { FeatureLetters } from "#lib/server/outbox/feature-letters";
import type { Letter } from "#lib/server/outbox/letter";
import { readReceivers } from "#lib/server/outbox/mail-choices";
import { isMailSet } from "#lib/server/outbox/messengers";
import { tellEndpoints } from "#lib/server/outbox/tell-endpoints";
import { mailRow } from "#lib/server/outbox/tell-people";
import type { BatchTableRow } from "#lib/server/tables/bulk/batch-rows";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db, Trx } from "#lib/server/tables/schema";
import { showMasked } from "#lib/words/outbox/masked-digits";
import { batchLine } from "#lib/words/outbox/message-line";
import { lockBatch } from "./batch-store";
import { batchesInNeed } from "./in-need";

/**
 * Invariant: whoever acts is told once of each thing that a batch needs a person for. What was told is written with the messages, so
 * one of several servers tells it.
 */

const everyMs = 60_000;
/** Between two mails. What comes meanwhile waits, and is told together. */
const mailEveryMs = 600_000;
/** Whoever creates a batch sees its stop, and may have it go on. */
const stoppedForMs = 120_000;
const mostLines = 20;

/** Another stop, agreement or file is another need. */
const nameOfNeed = ({ kind, since }: BatchInNeed) => `${kind}@${since}`;

/** Looks once a minute, and tells. */
export async function sweepBatches(ledger: Db): Promise<void> {
  const last = once("batch-needs", () => ({ at: Number.NEGATIVE_INFINITY }));
  if (performance.now() - last.at < everyMs) return;
  last.at = performance.now();
  await tellBatchesInNeed(ledger);
}

/** Returns how many needs were told. `at`: another time than the database's, in milliseconds. */
export async function tellBatchesInNeed(ledger: Db, at?: number): Promise<number> {
  const now = at ?? Date.parse(await readDatabaseTime(ledger));
  const found = await batchesInNeed(ledger);
  const due = found.filter(({ kind, since }) => kind !== "stopped" || Date.parse(since) + stoppedForMs < now);
  if (due.length === 0 || (await wasMailed(ledger, now))) return 0;
  return inTransaction(ledger, async (trx) => {
    const fresh: BatchInNeed[] = [];
    for (const id of [...new Set(due.map((need) => need.id))].sort()) {
      const own = due.filter((need) => need.id === id);
      fresh.push(...(await noteNew(trx, id, own)));
    }
    for (const need of fresh) await tellSystems(trx, need);
    await tellPeople(trx, fresh);
    return fresh.length;
  });
}

/** A clock that was set back leaves mails of the future behind: they keep nobody from the next one. */
async function wasMailed(ledger: Db, now: number): Promise<boolean> {
  const mail = await ledger
    .selectFrom("deliveries")
    .select("seq")
    .where("kind", "=", "batches.needs_you")
    .where("created_at", ">", new Date(now - mailEveryMs).toISOString())
    .where("created_at", "<", new Date(now + mailEveryMs).toISOString())
    .limit(1)
    .executeTakeFirst();
  return mail !== undefined;
}

/** Those of a batch that nobody was told of and that are not over yet, judged on its locked row. */
async function noteNew(trx: Trx, id: string, needs: readonly BatchInNeed[]): Promise<BatchInNeed[]> {
  const batch = await lockBatch(trx, id);
  const before = new Set(batch.told.split(" "));
  const fresh = needs.filter((need) => !before.has(nameOfNeed(need)) && isStill(batch, need));
  if (fresh.length === 0) return [];
  const told = needs.map(nameOfNeed).join(" ");
  await trx.updateTable("batches").set({ told }).where("id", "=", id).execute();
  return fresh;
}

function isStill(batch: BatchTableRow, { kind, since }: BatchInNeed): boolean {
  if (batch.discarded_at !== null) return false;
  if (kind === "half_funded") return true;
  const stop = stopOf(batch);
  return kind === "stopped" ? stop?.at === since : stop === null && batch.agreed_at === since;
}

async function tellSystems(trx: Trx, need: BatchInNeed): Promise<void> {
  const { id: batchId, name, since, kind } = need;
  await tellEndpoints(trx, "batch.attention_raised", {
    data: { batchId, need: kind, since, ...detailOf(need) },
    line: batchLine(name, toldWords(need), env().isSandbox),
    path: `/bulk/${batchId}`,
    linkTitle: "Open the batch",
  });
}

function detailOf(need: BatchInNeed): object {
  if (need.kind === "stopped") return { why: need.code };
  return need.kind === "half_funded" ? { file: need.file, seen: need.seen, count: need.count } : {};
}

const AboutNeeds = z.object({ needs: z.array(z.object({ id: z.string(), need: z.string() })) });

/** One mail for all that is found at once. */
async function tellPeople(trx: Trx, needs: readonly BatchInNeed[]): Promise<void> {
  if (!isMailSet() || needs.length === 0) return;
  const people = await readReceivers(trx, "needs_you", rolesThatAct);
  const body = { needs: needs.map((need) => ({ id: need.id, need: nameOfNeed(need) })) };
  await appendDeliveries(
    trx,
    people.map((personId) => mailRow(personId, "batches.needs_you", body)),
  );
}

/** Of what still needs somebody; `undefined` when nothing does. Throws for a body that can’t be read. */
async function needsLetter(ledger: Db, body: string): Promise<Letter | undefined> {
  const { needs } = AboutNeeds.parse(JSON.parse(body));
  const told = new Set(needs.map(({ id, need }) => `${id} ${need}`));
  const ids = [...new Set(needs.map(({ id }) => id))];
  const found = await batchesInNeed(ledger, ids);
  const standing = found.filter((need) => told.has(`${need.id} ${nameOfNeed(need)}`));
  const count = new Set(standing.map(({ id }) => id)).size;
  if (count === 0) return undefined;
  const left = standing.length - mostLines;
  return {
    subject: count === 1 ? "1 batch needs you" : `${count} batches need you`,
    paragraphs: [
      {
        list: standing.slice(0, mostLines).map((need) => ({
          text: `${showMasked(need.name)}. ${toldWords(need)}`,
          path: `/bulk/${need.id}`,
        })),
      },
      ...(left > 0 ? [{ text: `and ${left} more` }] : []),
      { text: "See all that need attention", path: "/attention" },
      { text: "Choose which e-mails you get on the page Your account", path: "/account" },
    ],
  };
}

export const batchLetters: FeatureLetters = {
  kinds: ["batches.needs_you"],
  choice: "needs_you",
  isOffered: async () => true,
  letterFor: async (ledger, { body }, { role }) =>
    rolesThatAct.includes(role) ? needsLetter(ledger, body) : undefined,
};
