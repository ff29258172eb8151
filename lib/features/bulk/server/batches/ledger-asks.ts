import { findAsset } from "#lib/asset/assets";
import { defaultCountry } from "#lib/asset/defaults";
import type { TickKind } from "#lib/features/bulk/batches/batch-input";
import { type JudgedRow, stateOf, withAsk } from "#lib/features/bulk/batches/judge-batch";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { findKnownName, findSavedAccount } from "#lib/server/payees/known-names";
import { findBank } from "#lib/server/service/banks";
import { findRenamedBank, findSameReference, findTwin } from "#lib/server/submission/same-account";
import type { Trx } from "#lib/server/tables/schema";
import { formatTime } from "#lib/text/format-time";
import { isSameName } from "#lib/text/plain-words";
import {
  earlierPayoutWords,
  knownNameWords,
  renamedBankWords,
  savedAccountWords,
} from "#lib/words/same-account";
import { foreseeRow } from "./foresee-row";
import { readHints } from "./ledger-hints";
import type { AgreedRate } from "./stored-batch";
import { findTwinRow } from "./twin-rows";

/**
 * Adds to judged rows what the ledger knows of them. Invariant: what creating a row would refuse is asked here first, by the same
 * functions; of what an index says that there is nothing to find, nothing is asked.
 */

/** The payee whose account a row has, at the version that is paid now. */
export type PayeeOfRow = { id: string; name: string; version: number };
export type KnownRow = { row: JudgedRow; payee: PayeeOfRow | null };

type Context = { batchId: string; actor: Actor; rates: readonly AgreedRate[] };

export async function askLedger(
  trx: Trx,
  rows: readonly JudgedRow[],
  { batchId, actor, rates }: Context,
): Promise<KnownRow[]> {
  const hints = await readHints(trx, rows);
  const known: KnownRow[] = [];
  for (const judged of rows) {
    const { read } = judged;
    const { bank, accountNumber, accountName, asset } = read;
    if (stateOf(judged) === "left_out" || bank === null || accountNumber === "" || accountName === "") {
      known.push({ row: judged, payee: null });
      continue;
    }
    const account = { bankCode: bank.code, bankName: bank.name, accountNumber };
    const saved = hints.payeeOf(account);
    let row = judged;
    const ask = (kind: TickKind, of: string, message: string, transferId?: string) => {
      row = withAsk(row, { kind, of, message, ...(transferId !== undefined && { transferId }) });
    };
    if (saved?.isArchived)
      row = {
        ...row,
        faults: [
          ...row.faults,
          {
            path: "accountNumber",
            kind: "payee_archived",
            message: `This account is of the payee ${saved.name}, who is archived. Bring the payee back, or leave the row out.`,
          },
        ],
      };
    const isOwnName = saved !== undefined && !saved.isArchived && isSameName(saved.accountName, accountName);
    const payee = isOwnName ? { id: saved.id, name: saved.name, version: saved.version } : null;
    if (payee === null && hints.mayKnowName(accountName)) {
      const other = await findKnownName(trx, { accountName, accountNumber });
      if (other !== undefined)
        ask("name_known", `${other.payeeId} ${other.accountLastFour}`, knownNameWords(other));
    }
    if (payee === null && saved !== undefined && !saved.isArchived) {
      const other = await findSavedAccount(trx, { ...account, accountName });
      if (other !== undefined) ask("account_saved", `${other.payeeId} ${accountName}`, savedAccountWords(other));
    }
    if (saved?.changedAt != null && payee !== null)
      ask(
        "account_new",
        `${saved.id}.${saved.version}`,
        `The account of this payee was changed on ${formatTime(saved.changedAt, env().timeZone)}.`,
      );
    const renamed = await findRenamedBank(trx, await findBank(defaultCountry, account), { accountNumber }).catch(
      () => undefined,
    );
    if (renamed !== undefined) ask("bank_renamed", renamed.listed, renamedBankWords(renamed));
    if (asset !== null) {
      const asked = { ...account, asset };
      const { amount, reference } = read;
      if (amount !== null && hints.wasPaidLately(accountNumber)) {
        const twin = await findTwin(trx, { ...asked, amount }, actor);
        if (twin !== undefined) ask("twin", twin.id, earlierPayoutWords(twin, Date.now()), twin.id);
      }
      if (reference !== undefined && hints.mayHaveReference(reference)) {
        const same = await findSameReference(trx, { ...asked, reference, payeeId: payee?.id }, actor);
        if (same !== undefined)
          ask(
            "reference",
            same.id,
            `The reference ${reference} was used before. ${earlierPayoutWords(same, Date.now())}`,
            same.id,
          );
      }
      const twinRow = await findTwinRow(trx, batchId, row);
      if (twinRow !== undefined)
        ask("twin_batch", `${twinRow.batchId}.${twinRow.n}`, `The same account and amount as line ${twinRow.n} of the batch ${twinRow.name}.`);
      const token = findAsset(env().assets, asset);
      if (token !== undefined && row.faults.length === 0)
        row = await foreseeRow(trx, row, { token, payee, actor, rate: rates.find((each) => each.asset === asset) });
    }
    known.push({ row, payee });
  }
  return known;
}
