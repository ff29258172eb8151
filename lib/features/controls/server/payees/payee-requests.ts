import { sql } from "kysely";
import type { ApprovalDetail, ApprovalEntry } from "#lib/features/controls/controls-api";
import { lastFour } from "#lib/money/format";
import { findConfirmation } from "#lib/server/payees/name-confirmations";
import { decidedVersions } from "#lib/server/payees/proposals";
import { readVersionName, versionName } from "#lib/server/payees/version-name";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db, TransferRow } from "#lib/server/tables/schema";

/** What is told of payees where something waits: the account that is asked for, and whether a name was confirmed. */

/** By the request's ID. `from` is the account that counted when it was asked for. */
export async function readPayeesOf(
  ledger: Db,
  requests: readonly RequestRow[],
): Promise<Map<string, NonNullable<ApprovalEntry["payee"]>>> {
  const asked = requests.filter(({ kind }) => kind === "payee_version");
  if (asked.length === 0) return new Map();
  const ids = asked.map(({ subject_id }) => readVersionName(subject_id).payeeId);
  const rows = await ledger
    .selectFrom("payee_versions as to")
    .innerJoin("payees", "payees.id", "to.payee_id")
    .leftJoin("payee_versions as from", (join) =>
      join.onRef("from.payee_id", "=", "to.payee_id").on(
        "from.n",
        "=",
        sql<number>`(select max(n) from payee_versions where payee_id = "to".payee_id and n < "to".n
            and state in ('current', 'past'))`,
      ),
    )
    .select(["payees.id", "payees.name", "to.n", "to.how_checked as howChecked"])
    .select(["to.bank_name", "to.account_number", "to.account_name"])
    .select([
      "from.bank_name as old_bank",
      "from.account_number as old_number",
      "from.account_name as old_name",
    ])
    .where("to.needs_agreement", "=", 1)
    .where(isOneOf(ledger, "to.payee_id", ids))
    .execute();
  const found = new Map(rows.map((row) => [versionName({ payeeId: row.id, n: row.n }), row]));
  return new Map(
    asked.flatMap(({ id, subject_id }) => {
      const row = found.get(subject_id);
      return row === undefined ? [] : [[id, toPayee(row)] as const];
    }),
  );
}

type Read = {
  id: string;
  name: string;
  n: number;
  howChecked: string | null;
  bank_name: string;
  account_number: string;
  account_name: string;
  old_bank: string | null;
  old_number: string | null;
  old_name: string | null;
};

function toPayee({ id, name, n, howChecked, ...row }: Read): NonNullable<ApprovalEntry["payee"]> {
  const { old_bank, old_number, old_name } = row;
  const from =
    old_bank === null || old_number === null || old_name === null
      ? null
      : { bankName: old_bank, accountLastFour: lastFour(old_number), accountName: old_name };
  const to = {
    bankName: row.bank_name,
    accountLastFour: lastFour(row.account_number),
    accountName: row.account_name,
  };
  return { id, name, version: n, howChecked, from, to };
}

/** Of the saved payee that is paid. */
export async function confirmedName(
  ledger: Db,
  { kind }: RequestRow,
  transfer: TransferRow | undefined,
): Promise<ApprovalDetail["nameConfirmed"]> {
  if (kind !== "transfer" || transfer?.payee_id == null || transfer.payee_version === null) return null;
  return findConfirmation(ledger, { payeeId: transfer.payee_id, n: transfer.payee_version });
}

const changeWindowMs = 30 * 24 * 3_600_000;

/** When the accounts of these payees were changed, where it was in the last thirty days. */
export async function readChangesOf(
  ledger: Db,
  transfers: readonly Pick<TransferRow, "payee_id">[],
): Promise<Map<string, string>> {
  const ids = [...new Set(transfers.flatMap(({ payee_id }) => payee_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await decidedVersions(ledger)
    .select(["payee_versions.payee_id as id", "payee_versions.at", "payee_decisions.at as agreed_at"])
    .where(isOneOf(ledger, "payee_versions.payee_id", ids))
    .where("state", "=", "current")
    .where("payee_versions.n", ">", 1)
    .execute();
  const since = new Date(Date.now() - changeWindowMs).toISOString();
  const changes = rows.map(({ id, at, agreed_at }) => [id, agreed_at ?? at] as const);
  return new Map(changes.filter(([, at]) => at > since));
}
