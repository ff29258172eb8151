import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { fundingKinds } from "#lib/features/bulk/batches/batch-input";
import { lockBatch } from "#lib/features/bulk/server/batches/batch-store";
import {
  type Answer,
  type Arena,
  agreeTo,
  askWallet,
  create,
  importBatch,
  makeFile,
  type Page,
  type Raced,
} from "./arena";
import type { Expected } from "./judge";

/** A page asks for several calls at a time. */
const callsAtOnce = 2;
const rowCount = 3;
/** One press comes so much later than the other, at most. */
const mostApartMs = 30;
const longAgo = "2020-01-01T00:00:00.000Z";
/** More rounds than any batch of these needs. */
const mostRounds = 10;

/** What two did to one batch. `hasMet`: its rows went to several calls, or one found what the other had done or taken. */
type Race = Expected & { raced: Raced; answers: readonly Answer[]; hasMet: boolean };

/** Two at once, one of them a moment later. */
async function meet<One, Other>(
  { random }: Arena,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  const late = random.below(mostApartMs);
  const [first, second] = random.chance(0.5) ? [0, late] : [late, 0];
  return Promise.all([setTimeout(first).then(one), setTimeout(second).then(other)]);
}

const pageCalls = (page: Page, id: string) =>
  Promise.all(Array.from({ length: callsAtOnce }, () => create(page, id)));

/** Until nothing is left, or nothing comes of it; what was refused by a lease that was run out is taken again. */
async function createRest({ ledger }: Pick<Arena, "ledger">, page: Page, id: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    const answer = await create(page, id);
    answers.push(answer);
    if (answer.body.counts?.toGo === 0) return answers;
    await runOut({ ledger }, id);
  }
  return answers;
}

async function runOut({ ledger }: Pick<Arena, "ledger">, id: string): Promise<void> {
  await ledger.transaction().execute(async (trx) => {
    await lockBatch(trx, id);
    await trx
      .updateTable("batch_rows")
      .set({ lease_until: longAgo })
      .where("batch_id", "=", id)
      .where("lease_until", "is not", null)
      .execute();
  });
}

/** Who has each row, in their order. */
async function holdersOf({ ledger }: Arena, id: string): Promise<string> {
  const rows = await ledger
    .selectFrom("batch_rows")
    .select("lease_by")
    .where("batch_id", "=", id)
    .orderBy("n")
    .execute();
  return rows.map(({ lease_by }) => lease_by).join();
}

/** A call ends when its rows are made: one that leaves some found them taken. */
const haveMet = (answers: readonly Answer[]) => answers.some(({ body }) => (body.counts?.toGo ?? 0) > 0);

async function raceToCreate(arena: Arena, one: Page, other: Page): Promise<Race> {
  const raced = await arena.agreed(rowCount);
  const both = await meet(
    arena,
    () => pageCalls(one, raced.id),
    () => pageCalls(other, raced.id),
  );
  const hasMet = haveMet(both.flat());
  const answers = [...both.flat(), ...(await createRest(arena, one, raced.id))];
  return { raced, answers, hasMet, mayWorkTwice: false, isFunded: false };
}

/** Each button is pressed twice at once: one batch, one agreement, each row and one file once. */
async function doubleClick(arena: Arena, page: Page): Promise<Race> {
  const rows = arena.newRows(rowCount);
  const key = randomUUID();
  const made = await meet(
    arena,
    () => importBatch(page, rows, key),
    () => importBatch(page, rows, key),
  );
  const [{ body: batch }, again] = made;
  if (
    batch.id !== again.body.id ||
    made
      .map(({ status }) => status)
      .sort()
      .join() !== "200,201"
  )
    throw new Error(`A double click made two batches: ${JSON.stringify(made)}`);
  const agreed = await meet(
    arena,
    () => agreeTo(page, batch),
    () => agreeTo(page, batch),
  );
  if (!agreed.some(({ status }) => status === 200))
    throw new Error(`A double click did not agree: ${JSON.stringify([agreed, batch.rows])}`);
  const created = await meet(
    arena,
    () => pageCalls(page, batch.id),
    () => pageCalls(page, batch.id),
  );
  const hasMet = haveMet(created.flat());
  const rest = await createRest(arena, page, batch.id);
  const filed = await raceForFiles(arena, batch.id, page, page);
  const answers = [...made, ...agreed, ...created.flat(), ...rest, ...filed];
  return { raced: { id: batch.id, rows }, answers, hasMet, mayWorkTwice: false, isFunded: true };
}

function raceForFiles(arena: Arena, id: string, one: Page, other: Page): Promise<[Answer, Answer]> {
  const make = (page: Page) => () => makeFile(page, id, arena.random.pick(fundingKinds));
  return meet(arena, make(one), make(other));
}

/** The first caller waits for a quote or for the service's answer when its lease runs out, and another one comes. */
async function leaseRunsOut(arena: Arena, one: Page, other: Page): Promise<Race> {
  const { service, random } = arena;
  const raced = await arena.agreed(2);
  const [row] = raced.rows;
  if (row === undefined) throw new RangeError("A batch has rows.");
  const { isAsked, letGo } = service.keepBack(random.chance(0.5) ? row.amount : row.account);
  const first = create(one, raced.id);
  await isAsked;
  const before = await holdersOf(arena, raced.id);
  await runOut(arena, raced.id);
  const taking = pageCalls(other, raced.id);
  await setTimeout(random.below(2 * mostApartMs));
  letGo();
  const answers = [await first, ...(await taking)];
  const hasMet = (await holdersOf(arena, raced.id)) !== before;
  answers.push(...(await createRest(arena, one, raced.id)));
  return { raced, answers, hasMet, mayWorkTwice: true, isFunded: false };
}

/** All leases run out again and again while both create: at every moment of a call. */
async function leasesRunOut(arena: Arena, one: Page, other: Page): Promise<Race> {
  const raced = await arena.agreed(rowCount);
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await runOut(arena, raced.id);
      await setTimeout(arena.random.below(5));
    }
  })();
  const both = await meet(
    arena,
    () => pageCalls(one, raced.id),
    () => pageCalls(other, raced.id),
  );
  isOver = true;
  await running;
  const hasMet = haveMet(both.flat());
  const answers = [...both.flat(), ...(await createRest(arena, one, raced.id))];
  return { raced, answers, hasMet, mayWorkTwice: true, isFunded: false };
}

async function created(arena: Arena, page: Page): Promise<Raced> {
  const raced = await arena.agreed(2);
  await createRest(arena, page, raced.id);
  return raced;
}

async function twoFiles(arena: Arena, one: Page, other: Page): Promise<Race> {
  const raced = await created(arena, one);
  const answers = await raceForFiles(arena, raced.id, one, other);
  const hasMet =
    answers
      .map(({ status }) => status)
      .sort()
      .join() === "201,409";
  return { raced, answers, hasMet, mayWorkTwice: false, isFunded: true };
}

/** Of one row a wallet is asked for while a file of all of them is made. */
async function fileBesideWallet(arena: Arena, one: Page, other: Page): Promise<Race> {
  const raced = await created(arena, one);
  const transfer = await arena.ledger
    .selectFrom("transfers")
    .select("id")
    .where("account_number", "=", arena.random.pick(raced.rows).account)
    .executeTakeFirstOrThrow();
  const answers = await meet(
    arena,
    () => makeFile(one, raced.id, arena.random.pick(fundingKinds)),
    () => askWallet(other, transfer.id),
  );
  return { raced, answers, hasMet: answers[1].status === 201, mayWorkTwice: false, isFunded: true };
}

type Case = (arena: Arena) => Promise<Race>;
const at = ({ servers, people }: Arena, server: 0 | 1, person: 0 | 1): Page => ({
  server: servers[server],
  cookie: people[person],
});

/** What two may do to one batch at once. */
export const cases: Record<string, Case> = {
  "two people press Create": (arena) => raceToCreate(arena, at(arena, 0, 0), at(arena, 0, 1)),
  "two tabs": (arena) => raceToCreate(arena, at(arena, 0, 0), at(arena, 0, 0)),
  "two servers": (arena) => raceToCreate(arena, at(arena, 0, 0), at(arena, 1, 1)),
  "a double click": (arena) => doubleClick(arena, at(arena, 0, 0)),
  "a lease that runs out in a call": (arena) => leaseRunsOut(arena, at(arena, 0, 0), at(arena, 1, 1)),
  "leases that run out all the time": (arena) => leasesRunOut(arena, at(arena, 0, 0), at(arena, 1, 1)),
  "two funding files": (arena) => twoFiles(arena, at(arena, 0, 0), at(arena, 1, 1)),
  "a file beside a wallet": (arena) => fileBesideWallet(arena, at(arena, 0, 0), at(arena, 1, 1)),
};
