import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type EndpointForm, isForSystems } from "#lib/contract/outbox/endpoint-forms";
import { Problem } from "#lib/contract/problem";
import {
  type Endpoint,
  type EndpointChange,
  type EndpointInput,
  mostEndpoints,
  type NewEndpoint,
  overlapHours,
} from "#lib/features/telling/webhooks";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { isWaiting } from "#lib/server/outbox/deliveries";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { EndpointRow } from "#lib/server/tables/delivery-rows";
import type { Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { tellAdmins } from "../mail/admin-letters";
import { leaseMs } from "./claim";
import { later } from "./endpoint-health";
import { hostFact } from "./endpoint-host";
import { decryptSecret, encryptSecret, newSecret } from "./endpoint-secret";
import { urlColumns, wholeUrl } from "./endpoint-url";
import { endpointEntry, lockEndpoint } from "./endpoints";
import { judgeUrl } from "./guard";

/** Invariant: an act and its audit entry are one transaction, and an entry names a host and never the rest of a URL. */

const hourMs = 3_600_000;
/** Longer than deliveries are kept. */
const removedKeptMs = 31 * 24 * hourMs;
/** What a person's change of the address, or turning it on, forgets. */
const well = { failures_in_row: 0, failing_since: null, rest_until: null };

/** The answer alone has the secret. Throws `endpoint_exists`, `invalid_input`, and `not_possible_now` where there are too many. */
export async function addEndpoint(input: EndpointInput, actor: Actor): Promise<NewEndpoint> {
  const { form = "standard" } = input;
  const url = await requireReachable(input.url, form);
  const [id, secret] = [randomUUID(), isForSystems(form) ? newSecret() : null];
  const row: EndpointRow = {
    ...{ id, name: input.name, form, kinds: input.kinds.join(" ") },
    encrypted_secret: secret === null ? "" : encryptSecret(secret, id),
    ...urlColumns({ id, form }, url),
    ...{ encrypted_previous_secret: null, previous_until: null, is_on: 1, off_why: null, ...well },
    ...{ last_ok_at: null, last_result: null, removed_at: null },
    ...{ created_at: new Date().toISOString(), created_by: actor.person.id },
  };
  const endpoint = await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_webhooks", true);
    await holdValue(trx, "endpoints", "");
    await refuseUsedName(trx, input.name);
    await requireRoom(trx);
    await trx.insertInto("endpoints").values(row).execute();
    await dropRemoved(trx);
    const detail = { ...hostFact(row.url), form };
    await appendAudit(trx, { ...originOf(actor), action: "endpoint_added", recordId: row.id, detail });
    await tellAdmins(trx, "webhook.added", await newsOf(trx, row, actor));
    return endpointEntry(trx, row.id);
  });
  return { endpoint, secret };
}

/** Throws `not_found`, `endpoint_exists` and `invalid_input`. */
export async function changeEndpoint(id: string, change: EndpointChange, actor: Actor): Promise<Endpoint> {
  const { form } = await endpointEntry(await db(), id);
  const url = change.url === undefined ? undefined : await requireReachable(change.url, form);
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_webhooks", true);
    await holdValue(trx, "endpoints", "");
    const before = await lockEndpoint(trx, id);
    const isNew = (text: string | undefined, old: string) => text !== undefined && text !== old;
    if (change.name !== undefined && change.name !== before.name) await refuseUsedName(trx, change.name);
    const kinds = change.kinds?.join(" ");
    const isMoved = url !== undefined && url.href !== (await wholeUrl(before));
    const place = isMoved ? urlColumns(before, url) : { url: before.url };
    if (isNew(change.name, before.name) || isNew(kinds, before.kinds) || isMoved) {
      const set = { name: change.name ?? before.name, ...place, kinds: kinds ?? before.kinds };
      await trx
        .updateTable("endpoints")
        .set({ ...set, ...(isMoved && well) })
        .where("id", "=", id)
        .execute();
      if (isMoved) await tryAfresh(trx, id);
      const detail = { ...hostFact(set.url), ...changedFacts(before, set, isMoved) };
      await appendAudit(trx, { ...originOf(actor), action: "endpoint_changed", recordId: id, detail });
      if (isMoved) await tellAdmins(trx, "webhook.moved", await newsOf(trx, set, actor));
    }
    if (change.isOn !== undefined) await turn(trx, { ...before, url: place.url }, change.isOn, actor);
    return endpointEntry(trx, id);
  });
}

/** Withdraws what waits. The row stays, so that its deliveries have a name, without its secret and the rest of its URL. */
export async function removeEndpoint(id: string, actor: Actor): Promise<{ withdrawn: number }> {
  return inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_webhooks", true);
    const { url } = await lockEndpoint(trx, id);
    const now = new Date().toISOString();
    await trx
      .updateTable("endpoints")
      .set({
        ...{ removed_at: now, is_on: 0, off_why: null, url: new URL(url).origin },
        ...{ encrypted_secret: "", encrypted_previous_secret: null, previous_until: null },
      })
      .where("id", "=", id)
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable("deliveries")
      .set({ state: "withdrawn", done_at: now })
      .where("endpoint_id", "=", id)
      .where(isWaiting)
      .executeTakeFirst();
    const withdrawn = Number(numUpdatedRows);
    const detail = { ...hostFact(url), withdrawn: `${withdrawn}` };
    await appendAudit(trx, { ...originOf(actor), action: "endpoint_removed", recordId: id, detail });
    return { withdrawn };
  });
}

/** The one before signs beside it for a day; what signed beside that one ends. Throws `not_found` and `not_possible_now`. */
export async function renewSecret(id: string, actor: Actor): Promise<NewEndpoint> {
  const secret = newSecret();
  const encrypted = encryptSecret(secret, id);
  const endpoint = await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "manage_webhooks", true);
    const before = await lockEndpoint(trx, id);
    requireSecret(before);
    // By the clock that the servers which sign go by.
    const now = await readDatabaseTime(trx);
    // One of another AUTH_SECRET can't sign.
    const canSign = await decryptSecret(before.encrypted_secret, id).then(
      () => true,
      () => false,
    );
    await trx
      .updateTable("endpoints")
      .set({
        encrypted_secret: encrypted,
        encrypted_previous_secret: canSign ? before.encrypted_secret : null,
        previous_until: canSign ? later(now, overlapHours * hourMs) : null,
      })
      .where("id", "=", id)
      .execute();
    const detail = hostFact(before.url);
    await appendAudit(trx, { ...originOf(actor), action: "endpoint_secret_renewed", recordId: id, detail });
    await tellAdmins(trx, "webhook.secret_renewed", await newsOf(trx, before, actor));
    return endpointEntry(trx, id);
  });
  return { endpoint, secret };
}

/** Throws `not_possible_now` for a form that is signed with none. */
function requireSecret({ form }: EndpointRow): void {
  if (isForSystems(form)) return;
  const service = form === "slack" ? "Slack" : "Teams";
  throw new Problem(
    "not_possible_now",
    `A ${service} message isn’t signed: its address is its secret. Make a new address in ${service}, and enter it here. Nothing was changed.`,
  );
}

/** What of it changed. A name can be any text, so an entry only says that it did. */
function changedFacts(before: EndpointRow, after: Pick<EndpointRow, "name" | "kinds">, isMoved: boolean) {
  const [old, now] = [before.kinds.split(" "), after.kinds.split(" ")];
  const added = now.filter((kind) => !old.includes(kind)).join(" ");
  const removed = old.filter((kind) => !now.includes(kind)).join(" ");
  return {
    ...(before.name !== after.name && { isRenamed: true }),
    ...(isMoved && { oldHost: hostFact(before.url).host }),
    ...(added !== "" && { kindsAdded: added }),
    ...(removed !== "" && { kindsRemoved: removed }),
  };
}

/** What the admins hear: the host, and never the rest of a URL. */
async function newsOf(trx: Trx, { name, url }: Pick<EndpointRow, "name" | "url">, { person }: Actor) {
  const { by } = await trx
    .selectFrom("people")
    .select(calledName().as("by"))
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  return { name, host: new URL(url).host, by: by ?? person.email };
}

/** Their deliveries are gone by then, so nobody needs their names. */
async function dropRemoved(trx: Trx): Promise<void> {
  const longAgo = new Date(Date.now() - removedKeptMs).toISOString();
  await trx.deleteFrom("endpoints").where("removed_at", "<", longAgo).execute();
}

/** What waits is due now, with all of its tries: those before were for a receiver that a person has mended since. */
async function tryAfresh(trx: Trx, id: string): Promise<void> {
  const now = await readDatabaseTime(trx);
  // What is due sooner may be under way: it keeps its lease.
  const afterLease = later(now, leaseMs);
  await trx
    .updateTable("deliveries")
    .set({ failures: 0, first_try_at: null })
    .set({ due_at: sql`case when due_at > ${afterLease} then ${now} else due_at end` })
    .where("endpoint_id", "=", id)
    .where(isWaiting)
    .where(({ eb, or }) => or([eb("failures", ">", 0), eb("due_at", ">", afterLease)]))
    .execute();
}

async function turn(trx: Trx, { id, url, is_on }: EndpointRow, isOn: boolean, actor: Actor): Promise<void> {
  if ((is_on === 1) === isOn) return;
  await trx
    .updateTable("endpoints")
    .set({ is_on: isOn ? 1 : 0, off_why: null, ...(isOn && well) })
    .where("id", "=", id)
    .execute();
  if (isOn) await tryAfresh(trx, id);
  const action = isOn ? "endpoint_turned_on" : "endpoint_turned_off";
  await appendAudit(trx, { ...originOf(actor), action, recordId: id, detail: hostFact(url) });
}

const ownReceiver =
  "To try a receiver on this machine, start the dashboard with its network in WEBHOOK_ALLOW_NETWORKS.";

/** Looks its name up, so it is no part of a transaction. */
async function requireReachable(text: string, form: EndpointForm): Promise<URL> {
  const judged = isSlackUrl(text) && form !== "slack" ? { fault: notSlack } : await judgeUrl(text);
  if ("url" in judged) return judged.url;
  const isOwn = text.startsWith("http:") || judged.fault.endsWith("a private address.");
  const help = isOwn && env().isSandbox ? ` ${ownReceiver}` : "";
  throw new Problem("invalid_input", "Nothing was saved. Correct the address.", {
    errors: [{ path: "url", message: `${judged.fault}${help}` }],
  });
}

const notSlack =
  "This is an address of Slack, which takes nothing but Slack messages. Add an endpoint that gets them.";

/** Slack would refuse any other message, and the address would be kept as if it were no secret. */
function isSlackUrl(text: string): boolean {
  return ["hooks.slack.com", "hooks.slack-gov.com"].includes(
    URL.parse(text)?.hostname.replace(/\.$/, "") ?? "",
  );
}

async function refuseUsedName(trx: Trx, name: string): Promise<void> {
  const used = await trx
    .selectFrom("endpoints")
    .select("id")
    .where("name", "=", name)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (used === undefined) return;
  const message = "Another endpoint has this name.";
  throw new Problem("endpoint_exists", `${message} Nothing was saved.`, {
    errors: [{ path: "name", message }],
  });
}

async function requireRoom(trx: Trx): Promise<void> {
  const { count } = await trx
    .selectFrom("endpoints")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostEndpoints) return;
  throw new Problem(
    "not_possible_now",
    `There are ${mostEndpoints} endpoints. Remove one first. Nothing was saved.`,
  );
}
