import { randomUUID } from "node:crypto";
import { Problem } from "#lib/contract/problem";
import type { Act } from "#lib/contract/roles";
import {
  type CheckedViewInput,
  mostViews,
  type SavedView,
  type ViewChange,
} from "#lib/contract/transfer/views";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { db } from "#lib/server/database/db";
import type { Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import type { ViewRow } from "#lib/server/tables/views/view-row";
import { canonicalText } from "#lib/text/canonical-text";
import { everybody, findView, toQuery, toView } from "./views";

/** Invariant: one's own view is one's own; what everybody sees is changed by finance, and each change is in the audit log. */

/** The same name and filters again save nothing twice. Throws `view_exists`. */
export async function saveView(input: CheckedViewInput, actor: Actor): Promise<SavedView> {
  const { name, isShared, filters } = input;
  const owner = isShared ? everybody : actor.person.id;
  const query = toQuery(filters);
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, actOn(owner));
    await holdValue(trx, "views", owner);
    const before = await namedSo(trx, owner, name);
    if (before?.query === query) return toView(before);
    if (before !== undefined) throw nameInUse(owner);
    await requireRoom(trx, owner);
    const row: ViewRow = {
      ...{ id: randomUUID(), owner, name, name_key: canonicalText(name), query },
      created_at: new Date().toISOString(),
    };
    await trx.insertInto("views").values(row).execute();
    await record(trx, actor, "view_saved", row);
    return toView(row);
  });
}

/** A repeat changes nothing. Throws `not_found`, also for another's, and `view_exists`. */
export async function renameView(id: string, { name }: ViewChange, actor: Actor): Promise<SavedView> {
  return inTransaction(await db(), async (trx) => {
    const row = await lockView(trx, id, actor);
    if (row === undefined) throw new Problem("not_found", "There is no such view.");
    if (row.name === name) return toView(row);
    const other = await namedSo(trx, row.owner, name);
    if (other !== undefined && other.id !== row.id) throw nameInUse(row.owner);
    const changed = { name, name_key: canonicalText(name) };
    await trx.updateTable("views").set(changed).where("id", "=", row.id).execute();
    await record(trx, actor, "view_renamed", row);
    return toView({ ...row, ...changed });
  });
}

/** A repeat changes nothing; another's view is none of one's own, and stays. */
export async function deleteView(id: string, actor: Actor): Promise<void> {
  await inTransaction(await db(), async (trx) => {
    const row = await lockView(trx, id, actor);
    if (row === undefined) return;
    await trx.deleteFrom("views").where("id", "=", row.id).execute();
    await record(trx, actor, "view_deleted", row);
  });
}

/** Judges who asks by whose it is. */
async function lockView(trx: Trx, id: string, actor: Actor): Promise<ViewRow | undefined> {
  await judgeAgain(trx, actor, "read");
  const found = await findView(trx, id, actor.person.id);
  if (found === undefined) return undefined;
  await judgeAgain(trx, actor, actOn(found.owner));
  await holdValue(trx, "views", found.owner);
  // As it is now that nobody else changes it.
  return findView(trx, id, actor.person.id);
}

const actOn = (owner: string): Act => (owner === everybody ? "share_views" : "read");

async function namedSo(trx: Trx, owner: string, name: string): Promise<ViewRow | undefined> {
  return trx
    .selectFrom("views")
    .selectAll()
    .where("owner", "=", owner)
    .where("name_key", "=", canonicalText(name))
    .executeTakeFirst();
}

async function requireRoom(trx: Trx, owner: string): Promise<void> {
  const rows = await trx.selectFrom("views").select("id").where("owner", "=", owner).execute();
  if (rows.length < mostViews) return;
  const whose = owner === everybody ? "Everybody has" : "You have";
  throw new Problem("not_possible_now", `${whose} ${mostViews} views, which is the limit. Delete one first.`);
}

function nameInUse(owner: string): Problem {
  const whose = owner === everybody ? "Everybody has" : "You have";
  const message = `${whose} a view with this name. Choose another name.`;
  return new Problem("view_exists", message, { errors: [{ path: "name", message }] });
}

/** One's own is nobody else's business. */
async function record(
  trx: Trx,
  actor: Actor,
  action: "view_saved" | "view_renamed" | "view_deleted",
  { id, owner }: ViewRow,
): Promise<void> {
  if (owner !== everybody) return;
  await appendAudit(trx, { ...originOf(actor), action, recordId: id, detail: {} });
}
