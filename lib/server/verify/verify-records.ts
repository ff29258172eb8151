import { setImmediate } from "node:timers/promises";
import * as z from "zod/mini";
import { isServiceWord } from "#lib/contract/audit/audit-facts";
import {
  isRecordLine,
  type RecordLine,
  type RecordRecipe,
  readLines,
  recordHash,
  recordRecipeNames,
} from "#lib/server/audit/cover-hash";
import { cursorSeal } from "#lib/server/audit/cursor-seal";
import type { Db } from "#lib/server/tables/schema";
import { verifyLines, verifyMatches } from "./verify-books";
import type { PayeeFault } from "./verify-payees";

/**
 * Invariant: reads only. A payee's name, a payer's link and the letterhead are as their newest audit lines say, a network's
 * cursor is where its seal says, and a word means what an admin taught.
 */

type TransferFault = { transferId: string; text: string };
type NetworkFault = { total: string; text: string };
type Newest = ReadonlyMap<string, string>;

const atOnce = 500;

/** Needs a snapshot. */
export async function verifyRecords(ledger: Db): Promise<(PayeeFault | TransferFault | NetworkFault)[]> {
  const newest = await readNewest(ledger);
  const faults: (PayeeFault | TransferFault | NetworkFault)[] = [];
  const payees = await ledger.selectFrom("payees").selectAll().orderBy("id").execute();
  for (const row of payees) {
    const text = faultOf("name-1", row, recordHash("name-1", row), newest);
    if (text !== undefined) faults.push({ payeeId: row.id, text: `its name ${text}` });
  }
  const known = new Set(payees.map(({ id }) => `name-1 ${id}`));
  for (const key of newest.keys())
    if (key.startsWith("name-1 ") && !known.has(key))
      faults.push({ payeeId: key.slice("name-1 ".length), text: "the payee was removed" });
  for (const row of await ledger.selectFrom("pay_links").selectAll().orderBy("id").execute()) {
    const text = faultOf("link-1", row, recordHash("link-1", row), newest);
    if (text !== undefined)
      faults.push({ transferId: row.transfer_id, text: `payer’s link ${row.id} ${text}` });
  }
  for (const row of await ledger.selectFrom("chain_cursors").selectAll().orderBy("network").execute())
    if (row.seal !== "" && row.seal !== cursorSeal(row))
      faults.push({ total: `network ${row.network}`, text: "how far it was read was changed by hand" });
  return [
    ...faults,
    ...(await verifyLetterhead(ledger, newest)),
    ...(await verifyControls(ledger, newest)),
    ...(await verifyBatches(ledger, newest)),
    ...(await verifyBooks(ledger, newest)),
    ...(await verifyWords(ledger)),
  ];
}

async function verifyLetterhead(ledger: Db, newest: Newest): Promise<NetworkFault[]> {
  const rows = await ledger.selectFrom("letterhead").selectAll().execute();
  const texts = rows.map((row) =>
    faultOf("letterhead-1", { id: row.id, cover_key: null }, recordHash("letterhead-1", row), newest),
  );
  const known = new Set(rows.map(({ id }) => `letterhead-1 ${id}`));
  for (const key of newest.keys())
    if (key.startsWith("letterhead-1 ") && !known.has(key)) texts.push("was removed");
  return texts.flatMap((text) => (text === undefined ? [] : [{ total: "the letterhead", text }]));
}

/** Rules, requests, approvals and what was said of payees' accounts are as their newest lines say, and none is gone. */
async function verifyControls(ledger: Db, newest: Newest): Promise<NetworkFault[]> {
  const decisions = await ledger.selectFrom("payee_decisions").selectAll().orderBy("id").execute();
  const confirmations = await ledger.selectFrom("name_confirmations").selectAll().orderBy("id").execute();
  const rules = await ledger.selectFrom("control_rules").selectAll().orderBy("n").execute();
  const requests = await ledger.selectFrom("requests").selectAll().orderBy("id").execute();
  const approvals = await ledger.selectFrom("approvals").selectAll().orderBy("id").execute();
  const rows = [
    ...decisions.map(
      (row) => ({ recipe: "agreement-1", id: row.id, hash: recordHash("agreement-1", row) }) as const,
    ),
    ...confirmations.map(
      (row) => ({ recipe: "confirmation-1", id: row.id, hash: recordHash("confirmation-1", row) }) as const,
    ),
    ...rules.map((row) => ({ recipe: "rules-1", id: row.id, hash: recordHash("rules-1", row) }) as const),
    ...requests.map(
      (row) => ({ recipe: "request-1", id: row.id, hash: recordHash("request-1", row) }) as const,
    ),
    ...approvals.map(
      (row) => ({ recipe: "approval-1", id: row.id, hash: recordHash("approval-1", row) }) as const,
    ),
  ];
  return asRecorded(rows, /^(agreement|confirmation|rules|request|approval)-1 /, newest);
}

/** Batches, their rows and the files that fund them are as their newest lines say, and none is gone. */
async function verifyBatches(ledger: Db, newest: Newest): Promise<NetworkFault[]> {
  const batches = await ledger.selectFrom("batches").selectAll().orderBy("id").execute();
  const files = await ledger.selectFrom("funding_files").selectAll().orderBy("id").execute();
  const hashed: Recorded[] = [
    ...batches.map((row) => ({ recipe: "batch-1", id: row.id, hash: recordHash("batch-1", row) }) as const),
    ...files.map(
      (row) => ({ recipe: "funding-file-1", id: row.id, hash: recordHash("funding-file-1", row) }) as const,
    ),
  ];
  let last = "";
  for (;;) {
    const rows = await ledger
      .selectFrom("batch_rows")
      .selectAll()
      .where("id", ">", last)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    for (const row of rows)
      hashed.push({ recipe: "batch-row-1", id: row.id, hash: recordHash("batch-row-1", row) });
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.id;
    await setImmediate();
  }
  return asRecorded(hashed, /^(batch|batch-row|funding-file)-1 /, newest);
}

/** Own accounts, statements and matches are as their newest lines say, none is gone, and they agree with what they are of. */
async function verifyBooks(ledger: Db, newest: Newest): Promise<NetworkFault[]> {
  const accounts = await ledger.selectFrom("own_accounts").selectAll().orderBy("id").execute();
  const statements = await ledger.selectFrom("statements").selectAll().orderBy("id").execute();
  const matches = await ledger.selectFrom("line_matches").selectAll().orderBy("id").execute();
  const closings = await ledger.selectFrom("closings").selectAll().orderBy("id").execute();
  const rows = [
    ...accounts.map(
      (row) => ({ recipe: "own-account-1", id: row.id, hash: recordHash("own-account-1", row) }) as const,
    ),
    ...statements.map(
      (row) => ({ recipe: "statement-1", id: row.id, hash: recordHash("statement-1", row) }) as const,
    ),
    ...matches.map((row) => ({ recipe: "match-1", id: row.id, hash: recordHash("match-1", row) }) as const),
    ...closings.map(
      (row) => ({ recipe: "closing-1", id: row.id, hash: recordHash("closing-1", row) }) as const,
    ),
  ];
  return [
    ...asRecorded(rows, /^(own-account|statement|match|closing)-1 /, newest),
    ...(await verifyLines(ledger, statements)),
    ...(await verifyMatches(ledger, matches)),
  ];
}

type Recorded = { recipe: RecordRecipe; id: string; hash: string };

function asRecorded(rows: readonly Recorded[], recipes: RegExp, newest: Newest): NetworkFault[] {
  const faults = rows.flatMap(({ recipe, id, hash }) => {
    const text = faultOf(recipe, { id, cover_key: null }, hash, newest);
    return text === undefined ? [] : [{ total: `${recipe} ${id}`, text }];
  });
  const known = new Set(rows.map(({ recipe, id }) => `${recipe} ${id}`));
  const gone = [...newest.keys()].filter((key) => recipes.test(key) && !known.has(key));
  return [...faults, ...gone.map((key) => ({ total: key, text: "was removed" }))];
}

/** What an admin says that a word means is what the newest entry about it says. */
async function verifyWords(ledger: Db): Promise<NetworkFault[]> {
  const entries = await ledger
    .selectFrom("audit_log")
    .select("detail")
    .where("action", "=", "word_taught")
    .orderBy("seq")
    .execute();
  const taught = new Map<string, string>();
  for (const { detail } of entries) {
    const said = Taught.safeParse(readJson(detail)).data;
    if (said?.meaning === "as_before") taught.delete(said.word);
    else if (said !== undefined) taught.set(said.word, said.meaning);
  }
  const stored = await ledger.selectFrom("service_words").selectAll().orderBy("word").execute();
  const removed = [...taught.keys()].filter((key) => !stored.some(({ word }) => word === key));
  return [
    ...stored
      // An entry names a plain word alone: another may be more than a word.
      .filter(({ word, meaning }) => isServiceWord(word) && taught.get(word) !== meaning)
      .map(({ word }) => ({
        total: `the service’s word ${word}`,
        text: "the audit log says otherwise of what it means",
      })),
    ...removed.map((word) => ({
      total: `the service’s word ${word}`,
      text: "what was taught of it was removed",
    })),
  ];
}

const Taught = z.object({ word: z.string(), meaning: z.string() });

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** One with an empty key is older than the cover, and its line is still to come. */
function faultOf(
  recipe: RecordRecipe,
  { id, cover_key }: { id: string; cover_key: string | null },
  hash: string,
  newest: Newest,
): string | undefined {
  const said = newest.get(`${recipe} ${id}`);
  if (said === undefined)
    return cover_key === "" ? undefined : "was inserted: the audit log has no record of it";
  return said === hash ? undefined : "was changed after it was recorded";
}

async function readNewest(ledger: Db): Promise<Newest> {
  const newest = new Map<string, string>();
  const keep = ({ recipe, recordId, hash }: RecordLine) => newest.set(`${recipe} ${recordId}`, hash);
  let last = 0;
  for (;;) {
    const rows = await ledger
      .selectFrom("audit_covers")
      .selectAll()
      .where("seq", ">", last)
      .where(({ eb, or }) => or(recordRecipeNames.map((recipe) => eb("lines", "like", `%${recipe} %`))))
      .orderBy("seq")
      .limit(atOnce)
      .execute();
    for (const line of rows.flatMap((row) => readLines(row.lines))) if (isRecordLine(line)) keep(line);
    const end = rows.at(-1);
    if (end === undefined) return newest;
    last = end.seq;
    await setImmediate();
  }
}
