import { randomUUID } from "node:crypto";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { randomBelow } from "../point";
import type { CrashRig } from "../rig";
import type { Fault } from "../verify";

const rowCount = 3;
const asset = "base:usdc";
/** Of the first account; no order of the other points has one like it. */
const firstSerial = 500_000_000;
let serial = firstSerial;

export type Report = (kind: Fault["kind"], text: string) => void;
export type BatchReply = { status: number; body: Batch } | undefined;

/** One batch that is under way at a crash, and the person who presses its buttons. */
export type Scene = {
  rig: CrashRig;
  /** Of the import, which every repeat carries. */
  key: string;
  accounts: readonly string[];
  text: string;
  /** What the agreement was asked with, once it was. */
  agreement?: object;
};

export function newScene(rig: CrashRig): Scene {
  const serials = Array.from({ length: rowCount }, () => serial++);
  // The first row is the one that is killed: half of them say the naira, whose amount is found when it is created.
  const first = randomBelow(2) === 0 ? ",15000" : "10,";
  const amounts = [first, ...Array.from({ length: rowCount - 1 }, (_, at) => `${11 + at},`)];
  const text = payoutTable(
    serials.map((each, at) => ["Ada Eze", each, amounts[at] ?? ""]),
    "Amount,Naira",
  );
  return { rig, key: randomUUID(), accounts: serials.map(gtbankNumber), text };
}

const send = async (rig: CrashRig, method: string, path: string, body?: object, headers = {}) =>
  (await rig.send(method, `/api/batches${path}`, body, headers)) as BatchReply;

/** The same request whenever it is pressed. */
export function importBatch({ rig, key, text }: Scene): Promise<BatchReply> {
  return send(rig, "POST", "", { name: `Batch ${key}`, asset, text }, { "idempotency-key": key });
}

async function batchId({ rig, key }: Scene): Promise<string | undefined> {
  const [row] = await rig.database.peek<{ id: string }>(
    "SELECT id FROM batches WHERE idempotency_key = ?",
    key,
  );
  return row?.id;
}

export const readBatch = async (scene: Scene) => send(scene.rig, "GET", `/${await batchId(scene)}`);

/** To what the page shows; a repeat of the same request shows the same. */
export async function agree(scene: Scene, isRepeat = false): Promise<BatchReply> {
  if (!isRepeat || scene.agreement === undefined) {
    const { seen, rates = [] } = (await readBatch(scene))?.body ?? {};
    scene.agreement = {
      seen: `${seen}`,
      rates: rates.map(({ asset: of, rate }) => ({ asset: of, rate })),
    };
  }
  return send(scene.rig, "POST", `/${await batchId(scene)}/agree`, scene.agreement);
}

export const createRows = async (scene: Scene) =>
  send(scene.rig, "POST", `/${await batchId(scene)}/create`, {});

export const makeFile = async (scene: Scene) =>
  send(scene.rig, "POST", `/${await batchId(scene)}/funding`, { kind: "safe_json", asset });

/** To whom a file that was made pays; the server refuses one whose bytes have changed. */
export async function readFile(scene: Scene, n: number): Promise<string[] | undefined> {
  const reply = await scene.rig.send("GET", `/api/batches/${await batchId(scene)}/funding/${n}`);
  const file = reply?.body as unknown as { transactions?: { contractInputsValues: { to: string } }[] };
  return file?.transactions?.map(({ contractInputsValues: { to } }) => to);
}

/** What a crash has left of a batch, by its rows in their order. */
export type Left = {
  id: string | undefined;
  rows: { key: string; account: string; isLeased: boolean; isAgreed: boolean; submissions: string[] }[];
  isAgreed: boolean;
  files: { n: number; count: number; hash: string; transfers: string[] }[];
};

export async function readLeft(scene: Scene): Promise<Left> {
  const { database } = scene.rig;
  const id = await batchId(scene);
  const [batch] = await database.peek<{ agreed_at: string | null }>(
    "SELECT agreed_at FROM batches WHERE id = ?",
    id ?? "",
  );
  const rows = await database.peek<StoredRow>(
    "SELECT key, cells, agreed, lease_until FROM batch_rows WHERE batch_id = ? ORDER BY n",
    id ?? "",
  );
  const files = await database.peek<{ n: number; count: number; hash: string; rows: string }>(
    "SELECT n, count, hash, rows FROM funding_files WHERE batch_id = ? ORDER BY n",
    id ?? "",
  );
  return {
    id,
    isAgreed: batch !== undefined && batch.agreed_at !== null,
    rows: await Promise.all(
      rows.map(async ({ key, cells, agreed, lease_until }) => ({
        key,
        account: (JSON.parse(cells) as { accountNumber: { text: string } }).accountNumber.text,
        isLeased: lease_until !== null,
        isAgreed: agreed !== null,
        submissions: await submissionsUnder(scene.rig, key),
      })),
    ),
    files: files.map(({ n, count, hash, rows: held }) => ({
      ...{ n: Number(n), count: Number(count), hash },
      transfers: (JSON.parse(held) as { transferId: string }[]).map(({ transferId }) => transferId),
    })),
  };
}

type StoredRow = { key: string; cells: string; agreed: string | null; lease_until: string | null };

async function submissionsUnder({ database }: CrashRig, key: string): Promise<string[]> {
  const rows = await database.peek<{ submission: string }>(
    "SELECT submission FROM transfers WHERE idempotency_key = ?",
    key,
  );
  return rows.map(({ submission }) => submission);
}
