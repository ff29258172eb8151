import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import { defaultCountry } from "#lib/asset/defaults";
import { PayeeInput } from "#lib/contract/payees";
import { Problem } from "#lib/contract/problem";
import type { CheckedImport, ImportedRow, PayeeImport } from "#lib/features/bulk/bulk-api";
import { judgePayee, type PayeeChange, payeeInputOf, readBanks } from "#lib/features/bulk/judge-payee";
import { bulkLimits } from "#lib/features/bulk/limits";
import { type PayeeField, payeeFields } from "#lib/features/bulk/payee-fields";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { savePayee } from "#lib/server/payees/payee-acts";
import { listBanks } from "#lib/server/service/banks";
import { type Brought, readTable } from "#lib/server/table-files/read-table";
import type { Row } from "#lib/table/table";
import { foreseePayees, savedAs } from "./foresee-payees";

/**
 * Invariant: each row is saved exactly as by hand, in a transaction of its own, and has its own result. An account that is saved
 * already is none of it saved twice, so the same file again adds nothing.
 */

type Result = Pick<ImportedRow, "outcome" | "payeeId" | "remark" | "faults">;
type Judged = { row: Row<PayeeField> } & ({ result: Result } | { input: z.output<typeof PayeeInput> });

/** With `check` nothing is saved, and each row says what would become of it. */
export async function importPayees(input: CheckedImport, actor: Actor): Promise<PayeeImport> {
  const brought = broughtIn(input);
  const { table, kind } = await readTable(brought, payeeFields, bulkLimits, input.mapping);
  const changes = changesOf(input, table.rows);
  const banks = readBanks((await listBanks(defaultCountry)).banks);
  const judged = table.rows.map((row): Judged => {
    const change: PayeeChange = changes.get(row.n) ?? {};
    const { read, faults } = judgePayee(row, banks, change);
    const result = refused(faults, change);
    return result === undefined
      ? { row, input: PayeeInput.parse(payeeInputOf(read, change.howChecked)) }
      : { row, result };
  });
  const results = input.check === true ? await foreseen(judged) : await saved(judged, brought, actor);
  return {
    kind,
    ...{ headerLine: table.headerLine, emptyRows: table.emptyRows },
    above: table.above.map(({ n, cells }) => ({ n, cells: cells.map(({ text }) => text) })),
    columns: [...table.columns],
    filledBy: [...table.filledBy],
    rows: judged.map(({ row: { n, isHidden, cells } }, at) => ({
      ...{ n, isHidden, cells },
      ...(results[at] ?? ready),
    })),
  };
}

/** By their lines. A change of a row that isn't there was made to another table. */
function changesOf(
  { changes = [] }: CheckedImport,
  rows: readonly Row<PayeeField>[],
): Map<number, PayeeChange> {
  const byLine = new Map(changes.map(({ n, ...change }) => [n, change]));
  const lines = new Set(rows.map(({ n }) => n));
  const stranger = [...byLine.keys()].find((n) => !lines.has(n));
  if (stranger === undefined && byLine.size === changes.length) return byLine;
  const message =
    stranger === undefined ? "A row is changed twice." : `The table has no row in line ${stranger}.`;
  throw new Problem("invalid_input", "Nothing was saved.", { errors: [{ path: "changes", message }] });
}

function broughtIn({ file, text, sheet }: CheckedImport): Brought {
  if (file === undefined) return { text: text ?? "" };
  return { file: Buffer.from(file, "base64"), sheet };
}

const ready: Result = { outcome: "ready", payeeId: null, remark: null, faults: [] };

function refused(faults: Result["faults"], { isLeftOut }: PayeeChange): Result | undefined {
  if (isLeftOut === true) return { ...ready, outcome: "left_out" };
  return faults.length > 0 ? { ...ready, outcome: "fault", faults } : undefined;
}

async function foreseen(judged: readonly Judged[]): Promise<Result[]> {
  const foresee = foreseePayees(await db());
  const results: Result[] = [];
  for (const each of judged)
    results.push("result" in each ? each.result : { ...ready, ...(await foresee(each.row.n, each.input)) });
  return results;
}

async function saved(judged: readonly Judged[], brought: Brought, actor: Actor): Promise<Result[]> {
  const results: Result[] = [];
  try {
    for (const each of judged)
      results.push("result" in each ? each.result : await saveOne(each.input, actor));
    return results;
  } finally {
    await recordImport(brought, results, actor);
  }
}

/** What is about this row alone is its result; what would meet each of them ends the import. */
async function saveOne(input: z.output<typeof PayeeInput>, actor: Actor): Promise<Result> {
  try {
    const { id, isAgreed } = await savePayee(input, actor);
    return { ...ready, outcome: isAgreed ? "saved" : "proposed", payeeId: id };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { payeeId } = error.extra;
    if (error.code === "payee_exists" && typeof payeeId === "string")
      return { ...ready, outcome: "exists", payeeId, remark: await savedAs(await db(), payeeId, input.name) };
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    return { ...ready, outcome: "fault", faults: [fault] };
  }
}

function faultOf({ code, detail, errors }: Problem): Result["faults"][number] | undefined {
  const [first] = errors;
  if (code === "name_known") return { path: "howChecked", kind: "name_known", message: detail };
  if (code === "invalid_input" && first?.path === "bankCode")
    return { path: "bank", kind: "bank", message: first.message };
  if (code === "not_possible_now" || code === "no_approver")
    return { path: "name", kind: "wrong", message: detail };
  return undefined;
}

async function recordImport(brought: Brought, results: readonly Result[], actor: Actor): Promise<void> {
  const hash = createHash("sha256").update("file" in brought ? brought.file : brought.text);
  const newOnes = results.filter(({ outcome }) => outcome === "saved" || outcome === "proposed");
  const detail = {
    file: `sha256:${hash.digest("hex")}`,
    rows: `${results.length}`,
    saved: `${newOnes.length}`,
  };
  await inTransaction(await db(), (trx) =>
    appendAudit(trx, { ...originOf(actor), action: "payees_imported", recordId: null, detail }),
  );
}
