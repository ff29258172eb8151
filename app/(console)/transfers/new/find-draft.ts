import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { TransferDraft } from "#lib/contract/draft";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { findTransferByKey } from "#lib/server/ledger/transfers";
import { findPayee, openPayee } from "#lib/server/payees/payees";
import { readDraft } from "#lib/server/submission/drafts";
import type { Draft } from "./draft";
import type { TransferForm } from "./transfer-form";

/** What the session typed into a form of this origin; `undefined` once a transfer was created of it. */
export async function findDraft(
  origin: string,
  actor: Actor,
  assets: readonly Asset[],
): Promise<Draft | undefined> {
  const kept = await readDraft(actor);
  if (kept === undefined || kept.origin !== origin) return undefined;
  if (kept.key !== null && (await findTransferByKey(kept.key)) !== undefined) return undefined;
  const { origin: _origin, bankName, payeeId, key: _key, ...fields } = kept;
  if (payeeId !== null) return ofPayee(payeeId, withAsset(fields, assets), origin, actor);
  const bank = fields.bankCode === "" ? null : { code: fields.bankCode, name: bankName };
  return { origin, fields: withAsset(fields, assets), bank, payee: null };
}

/** With the payee's account as it is now; reading it is logged. Without a payee who is there no more. */
async function ofPayee(id: string, fields: TransferForm, origin: string, actor: Actor): Promise<Draft> {
  const found = await findPayee(await db(), id);
  if (found === undefined || found.isArchived) return { origin, fields, bank: null, payee: null };
  const { version, bankCode, bankName, accountNumber, accountName } = await openPayee(id, actor);
  const { name, change } = found;
  return {
    origin,
    fields: { ...fields, bankCode, accountNumber, accountName },
    bank: { code: bankCode, name: bankName },
    payee: { id, name, change, version },
  };
}

type Fields = Pick<TransferDraft, keyof TransferForm>;

/** A token may have left the table since. */
function withAsset(fields: Fields, assets: readonly Asset[]): TransferForm {
  const [first] = assets;
  return { ...fields, asset: (findAsset(assets, fields.asset) ?? first)?.asset ?? "" };
}
