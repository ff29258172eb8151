import { type Fault, resolveUnknown } from "../verify";
import {
  agree,
  type BatchReply,
  createRows,
  importBatch,
  type Left,
  makeFile,
  type Report,
  readBatch,
  readFile,
  readLeft,
  type Scene,
} from "./scene";

const longAgo = "2026-01-01T00:00:00.000Z";
/** More calls than any batch of these needs. */
const mostCalls = 6;

/**
 * Presses everything once more, in the person's order, until the batch is funded; then looks at what the service saw, and at
 * what stands in the database. `left` is what the crash had left.
 */
export async function verifyBatch(scene: Scene, left: Left): Promise<Fault[]> {
  const faults: Fault[] = [];
  const report: Report = (kind, text) => void faults.push({ kind, text });
  await pressImport(scene, left, report);
  await pressAgree(scene, left, report);
  await pressCreate(scene, report);
  await pressFund(scene, left, report);
  await resolveAll(scene, report);
  await verifyRows(scene, report);
  await verifyFiles(scene, report);
  return faults;
}

async function pressImport(scene: Scene, left: Left, report: Report): Promise<void> {
  const reply = await importBatch(scene);
  const expected = left.id === undefined ? 201 : 200;
  if (reply?.status !== expected) report("lost", `the import gave ${say(reply)}`);
  if (left.id !== undefined && reply?.body.id !== left.id)
    report("doubled", `batch ${left.id} came back as ${reply?.body.id}`);
}

async function pressAgree(scene: Scene, left: Left, report: Report): Promise<void> {
  const { state } = (await readBatch(scene))?.body ?? {};
  if ((state === "draft") === left.isAgreed)
    report("lost", `the batch is ${state}, and was ${left.isAgreed ? "agreed" : "open"}`);
  // The page that heard nothing asks as it did before.
  const again = scene.agreement === undefined ? undefined : await agree(scene, true);
  if (again !== undefined && again.status !== (left.isAgreed ? 409 : 200))
    report("other", `the agreement's repeat gave ${say(again)}`);
  if (state !== "draft" || again?.status === 200) return;
  const reply = await agree(scene);
  if (reply?.status !== 200) report("other", `the agreement gave ${say(reply)}`);
}

/** Two tabs press at once. What a dead server has taken is free once its lease has run out, which nothing here waits for. */
async function pressCreate(scene: Scene, report: Report): Promise<void> {
  for (let calls = 0; calls < mostCalls; calls++) {
    const replies = await Promise.all([createRows(scene), createRows(scene)]);
    for (const reply of replies)
      if (reply?.status !== 200 || reply.body.stopped !== null)
        report("other", `creating gave ${say(reply)}`);
    if (replies.some((reply) => reply?.body.counts.toGo === 0)) return;
    await scene.rig.write(
      "UPDATE batch_rows SET lease_until = ? WHERE batch_id = ? AND lease_until IS NOT NULL",
      longAgo,
      replies[0]?.body.id ?? "",
    );
  }
  report("lost", "there is always a row to create");
}

/** A file that was made has all rows, and no second one is made of them. */
async function pressFund(scene: Scene, left: Left, report: Report): Promise<void> {
  const reply = await makeFile(scene);
  const expected = left.files.length === 0 ? 201 : 409;
  if (reply?.status !== expected) report("other", `the funding file gave ${say(reply)}`);
  const again = await makeFile(scene);
  if (again?.status !== 409) report("doubled", `a second funding file gave ${say(again)}`);
}

async function resolveAll(scene: Scene, report: Report): Promise<void> {
  const { rows = [] } = (await readBatch(scene))?.body ?? {};
  for (const { state, accountNumber, transfer } of rows)
    if (state === "unknown") await resolveUnknown(scene.rig, { accountNumber }, transfer?.id ?? "", report);
}

async function verifyRows(scene: Scene, report: Report): Promise<void> {
  const { rig, key, accounts } = scene;
  const batches = await rig.database.peek("SELECT id FROM batches WHERE idempotency_key = ?", key);
  if (batches.length !== 1) report("doubled", `${batches.length} batches have the key`);
  const { rows } = await readLeft(scene);
  if (rows.map(({ account }) => account).join() !== accounts.join())
    report("lost", `${rows.length} of ${accounts.length} rows are there`);
  if (new Set(rows.map((row) => row.key)).size !== rows.length) report("doubled", "two rows have one key");
  for (const { account, submissions } of rows) {
    const [asked, created] = [rig.service.asked(account), rig.service.created(account).length];
    const [made = "nothing"] = submissions;
    if (submissions.length !== 1) report("lost", `${account} has ${submissions.length} transfers`);
    if (asked > 1 || created > 1) report("doubled", `${account} was asked for ${asked} times`);
    if (made !== (created === 1 ? "accepted" : "not_created"))
      report("lost", `${account} is ${made}, and ${created} exist at the service`);
    const all = await rig.database.peek("SELECT id FROM transfers WHERE account_number = ?", account);
    if (all.length !== 1) report("doubled", `${all.length} transfers pay ${account}`);
  }
  const open = await rig.database.peek("SELECT id FROM transfers WHERE submission = 'dispatching'");
  if (open.length > 0) report("other", `${open.length} transfers are still dispatching`);
}

/** Each accepted transfer that wasn't resolved later is in one file, which is whole, and says so itself. */
async function verifyFiles(scene: Scene, report: Report): Promise<void> {
  const { rig } = scene;
  const { files } = await readLeft(scene);
  const held = files.flatMap(({ transfers }) => transfers);
  if (files.length !== 1) report(files.length === 0 ? "lost" : "doubled", `there are ${files.length} files`);
  if (new Set(held).size !== held.length) report("doubled", "a transfer is in two files");
  const made = await rig.database.peek<{ id: string; address: string | null; files: number | string }>(
    `SELECT transfers.id, address,
      (SELECT count(*) FROM transfer_events WHERE transfer_id = transfers.id AND kind = 'fund_file') AS files
      FROM transfers JOIN batch_rows ON transfers.idempotency_key = batch_rows.key JOIN batches ON batches.id = batch_id
      WHERE batches.idempotency_key = ?`,
    scene.key,
  );
  for (const { id, files: events } of made)
    if (Number(events) !== (held.includes(id) ? 1 : 0))
      report("other", `${id} says ${events} times that it is in a file`);
  for (const { n, count, transfers } of files) {
    const paid = await readFile(scene, n);
    const wanted = transfers.map((id) => made.find((each) => each.id === id)?.address);
    if (count !== transfers.length || paid?.join() !== wanted.join())
      report("lost", `file ${n} of ${count} rows pays ${paid?.length}`);
  }
}

function say(reply: BatchReply): string {
  return reply === undefined ? "no answer" : `${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`;
}
