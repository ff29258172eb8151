import { randomUUID } from "node:crypto";
import type { Transfer } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import type { AccountDetail, OwnAccounts, Statement } from "#lib/features/books/books-answers";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { answerOwn } from "../own-address";
import { killWhile, type Point } from "../point";
import type { CrashRig } from "../rig";
import type { Fault } from "../verify";

/** More than one insert writes. */
const lineCount = 450;
/** More than one transaction confirms. */
const pairCount = 30;
/** Confirming takes this many presses at the most. */
const mostPresses = 5;
let serial = 3_500_000_000;

/** An own account, and a statement of it that is under way. */
type Scene = { rig: CrashRig; account: string; accountNumber: string; key: string; text: string };

async function send<Body>(
  rig: CrashRig,
  method: string,
  path: string,
  body?: object,
  key: string = randomUUID(),
) {
  const reply = await rig.send(method, path, body, { "idempotency-key": key });
  return reply as unknown as { status: number; body: Body } | undefined;
}

async function newScene(rig: CrashRig): Promise<Scene> {
  await rig.write("DELETE FROM attempts");
  rig.service.onInitiate(answerOwn);
  serial += 1;
  const accountNumber = `${serial}`;
  const name = `Own ${serial}`;
  const { bankCode } = goodTransfer;
  const saved = await send<Payee>(rig, "POST", "/api/payees", {
    name,
    bankCode,
    accountNumber,
    accountName: name,
  });
  const id = saved?.body.id ?? "";
  await send(rig, "POST", `/api/payees/${id}/own-account`, {
    version: `${saved?.body.version}`,
    isOwn: true,
  });
  // The list is of at most fifty: those of earlier crashes are needed no more.
  const listed = await send<OwnAccounts>(rig, "GET", "/api/own-accounts");
  const account = listed?.body.items.find(({ payee }) => payee.id === id)?.id;
  if (account === undefined) throw new Error(`No own account: ${JSON.stringify([saved, listed])}`);
  return { rig, account, accountNumber, key: randomUUID(), text: "" };
}

const today = () => new Date().toISOString().slice(0, 10);
const csvOf = (rows: readonly string[]) => ["Date,Narration,Credit", ...rows, ""].join("\n");

const bring = ({ rig, account, key, text }: Scene) =>
  send<Statement>(rig, "POST", "/api/statements", { account, name: "Crash.csv", text }, key);

/** Brings it again as the browser does: once with the same key, and once as a new file. */
async function verifyLines(scene: Scene, wasThere: boolean): Promise<Fault[]> {
  const faults: Fault[] = [];
  const first = await bring(scene);
  const again = await bring({ ...scene, key: randomUUID() });
  if (first?.status !== (wasThere ? 200 : 201) || first.body.fresh !== lineCount)
    faults.push({
      kind: "lost",
      text: `the statement gave ${first?.status}, ${first?.body.fresh} new lines`,
    });
  if (again?.status !== 201 || again.body.fresh !== 0)
    faults.push({ kind: "doubled", text: `the file again gave ${again?.body.fresh} new lines` });
  const [row] = await scene.rig.database.peek<{ count: number | string }>(
    "SELECT count(*) AS count FROM statement_lines WHERE account_id = ?",
    scene.account,
  );
  if (Number(row?.count) !== lineCount)
    faults.push({
      kind: Number(row?.count) < lineCount ? "lost" : "doubled",
      text: `${row?.count} lines are there`,
    });
  return faults;
}

async function createPaid({ rig, accountNumber }: Scene) {
  const body = {
    ...goodTransfer,
    accountNumber,
    accountName: "OWN",
    confirmSeparate: true,
    confirmName: true,
  };
  const made = await send<Transfer>(rig, "POST", "/api/transfers", { ...body, confirmAccount: true });
  if (made === undefined || made.status >= 300) throw new Error(`No payout: ${JSON.stringify(made)}`);
  return { id: made.body.id, expected: made.body.quote?.outputAmount ?? "" };
}

const viewExact = ({ rig, account }: Scene) =>
  send<AccountDetail>(rig, "GET", `/api/own-accounts/${account}?show=exact`);

async function confirm(scene: Scene, shown: AccountDetail | undefined) {
  const path = `/api/own-accounts/${scene.account}/confirmation`;
  return send(scene.rig, "POST", path, { standing: "exact", seen: shown?.seen });
}

const matchesOf = ({ rig, account }: Scene) =>
  rig.database.peek<{ line_id: string; transfer_id: string }>(
    "SELECT line_id, transfer_id FROM line_matches WHERE account_id = ? AND withdrawn_at IS NULL",
    account,
  );

/** Confirms what is left, then counts: each line and each payout once, and each payout has one record. */
async function verifyMatches(scene: Scene): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let press = 0; press < mostPresses; press++) {
    const shown = (await viewExact(scene))?.body;
    if (shown?.counts.exact === 0) break;
    await confirm(scene, shown);
  }
  const matches = await matchesOf(scene);
  if (matches.length < pairCount)
    faults.push({ kind: "lost", text: `${matches.length} of ${pairCount} are matched` });
  for (const of of ["line_id", "transfer_id"] as const)
    if (new Set(matches.map((match) => match[of])).size !== matches.length)
      faults.push({ kind: "doubled", text: `one ${of} is matched twice` });
  const records = await scene.rig.database.peek<{ count: number | string }>(
    `SELECT count(*) AS count FROM transfer_events JOIN transfers ON transfers.id = transfer_id
      WHERE account_number = ? AND kind = 'received'`,
    scene.accountNumber,
  );
  if (Number(records[0]?.count) !== matches.length)
    faults.push({ kind: "doubled", text: `${records[0]?.count} records of ${matches.length} matches` });
  return faults;
}

/** B10 and B11: the lines of a statement, and what is confirmed of them. */
export const bookPoints: Point[] = [
  {
    name: "B10",
    what: "a statement’s lines half written, or not answered",
    run: async (rig) => {
      const rows = Array.from({ length: lineCount }, (_, at) => `${today()},LINE ${at},${at + 1}.00`);
      const scene = { ...(await newScene(rig)), text: csvOf(rows) };
      await killWhile(rig, ["bringing", "bringing", "brought"], () => bring(scene));
      const left = await rig.database.peek("SELECT id FROM statements WHERE idempotency_key = ?", scene.key);
      const lines = await rig.database.peek(
        "SELECT id FROM statement_lines WHERE account_id = ?",
        scene.account,
      );
      await rig.start();
      return {
        isReached: lines.length === (left.length === 0 ? 0 : lineCount),
        faults: await verifyLines(scene, left.length > 0),
      };
    },
  },
  {
    name: "B11",
    what: "between and within the matches that one press confirms",
    run: async (rig) => {
      const scene = await newScene(rig);
      const paid = [];
      for (let at = 0; at < pairCount; at++) paid.push(await createPaid(scene));
      scene.text = csvOf(paid.map(({ id, expected }) => `${today()},PAYOUT ${id},${expected}`));
      await bring(scene);
      const shown = (await viewExact(scene))?.body;
      await killWhile(rig, ["matching", "matched"], () => confirm(scene, shown));
      const left = (await matchesOf(scene)).length;
      await rig.start();
      return {
        isReached: shown?.counts.exact === pairCount && left < pairCount,
        faults: await verifyMatches(scene),
      };
    },
  },
];
