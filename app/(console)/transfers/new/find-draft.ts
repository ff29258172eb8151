import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import type { TransferDraft } from "#lib/contract/draft";
import type { Actor } from "#lib/server/auth/actor";
import { db } from "#lib/server/database/db";
import { findTransferByKey } from "#lib/server/ledger/transfers";
import { findPayee, openPayee } from "#lib/server/payees/payees";
import { readDrafts } from "#lib/server/submission/drafts";
import type { Draft } from "./draft";
import type { TransferForm } from "./transfer-form";

/**
 * What the session typed into this form, or without one into the newest of this origin, which is then only copied.
 * `undefined` once a transfer was created of it.
 */
export async function findDraft(
  { origin, form }: { origin: string; form: string | undefined },
  actor: Actor,
  assets: readonly Asset[],
): Promise<Draft | undefined> {
  for (const kept of await readDrafts(actor, form)) {
    if (kept.origin !== origin) continue;
    if (kept.key !== null && (await findTransferByKey(kept.key)) !== undefined) continue;
    return { ...(await filledIn(kept, actor, assets)), form: kept.form };
  }
  return undefined;
}

async function filledIn(kept: TransferDraft, actor: Actor, assets: readonly Asset[]): Promise<Draft> {
  const { origin, form: _form, bankName, payeeId, key: _key, askedOutput = "", ...typed } = kept;
  const fields = { ...typed, askedOutput };
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

/** A token may have left the table since. */
function withAsset(fields: TransferForm, assets: readonly Asset[]): TransferForm {
  const [first] = assets;
  return { ...fields, asset: (findAsset(assets, fields.asset) ?? first)?.asset ?? "" };
}
