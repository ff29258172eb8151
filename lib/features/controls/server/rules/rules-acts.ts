import { Problem } from "#lib/contract/problem";
import { lackWords, unmetWords } from "#lib/features/controls/control-words";
import type { ControlsState, RulesInput } from "#lib/features/controls/controls-api";
import { lacksOf, whoCannotMeet } from "#lib/features/controls/eligible";
import { rulesHash } from "#lib/features/controls/subject";
import { isTighter } from "#lib/features/controls/tighter";
import { appendAudit } from "#lib/server/audit/audit";
import { coverRecord } from "#lib/server/audit/cover";
import { inTransaction } from "#lib/server/audit/transaction";
import { type Actor, commandOrigin, originOf } from "#lib/server/auth/actor";
import { judgeAgain } from "#lib/server/auth/judge-again";
import { env } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import type { ControlRulesRow } from "#lib/server/tables/controls/control-rows";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db, Trx } from "#lib/server/tables/schema";
import { holdValue } from "#lib/server/tables/value-lock";
import { tellNewRules, tellRulesCount } from "../messages/tell-rules";
import { readColleagues } from "../read-people";
import { endRequest, insertRequest, takeWaiting } from "../requests";
import { readRules, rulesOf } from "./stored-rules";

/**
 * Invariant: tighter rules count at once; looser ones only once a second admin agrees, or after the hold, which any admin can
 * stop. One lock orders all changes, and each is judged against what counts in its own transaction.
 */

/** Longer than any hold: a request that ends with it has counted before. */
const graceMs = 60 * 60_000;

/** Before any request of theirs is locked. */
export function holdRules(trx: Trx): Promise<void> {
  return holdValue(trx, "rules", "");
}

/** Throws `rules_changed` for another base than the newest, and `no_approver` for rules that nobody could meet. */
export async function setRules({ after, rules }: RulesInput, actor: Actor): Promise<ControlsState> {
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "set_controls", true);
    await holdRules(trx);
    const newest = await readNewest(trx);
    if (`${newest?.n ?? 0}` !== after) throw rulesChanged();
    const current = await readRules(trx);
    const { people, now } = await readColleagues(trx);
    const unmet = whoCannotMeet(rules, people, now);
    if (unmet.length > 0) {
      const detail = unmet.map((each) => unmetWords(each, env().timeZone)).join(" ");
      throw new Problem("no_approver", `${detail} ${howToMend(env().isSandbox)} Nothing was changed.`);
    }
    await stopPending(trx);
    const isLooser = !isTighter(current.rules, rules);
    const waitsMs = isLooser ? env().controlHoldMs : 0;
    const row: ControlRulesRow = {
      id: `rules-${(newest?.n ?? 0) + 1}`,
      n: (newest?.n ?? 0) + 1,
      rules: JSON.stringify(rules),
      by: actor.person.id,
      reason: null,
      made_at: now,
      effective_at: new Date(Date.parse(now) + waitsMs).toISOString(),
      state: waitsMs > 0 ? "proposed" : "active",
    };
    if (row.state === "active") await endActive(trx);
    await trx.insertInto("control_rules").values(row).execute();
    coverRecord(trx, "rules-1", row);
    const request =
      row.state === "active"
        ? undefined
        : await insertRequest(trx, {
            kind: "rules",
            subject_id: row.id,
            subject_hash: rulesHash({ n: row.n, rules: row.rules, makerId: actor.person.id }),
            maker_id: actor.person.id,
            rules_n: current.n,
            naira: null,
            stored: { needed: { people: 1, admins: 1 }, reasons: [], ticks: [], unusual: [] },
            lifeMs: waitsMs + graceMs,
          });
    await tellNewRules(trx, row, { isLooser, beforeN: current.n, requestId: request?.id ?? null });
    await appendAudit(trx, {
      ...originOf(actor),
      action: row.state === "active" ? "controls_set" : "controls_proposed",
      recordId: null,
      detail: { rules: `${row.n}` },
    });
  });
  return findControls();
}

function howToMend(isSandbox: boolean): string {
  return isSandbox
    ? "Each maker needs somebody else in finance, or an admin. Add a practice colleague, and open their link in a private window."
    : "Each maker needs somebody else in finance, or an admin, with a second factor. Invite people on the page People; each turns a second factor on under Your account.";
}

/** Throws `rules_changed` where nothing with this number waits. */
export async function stopRules(n: string, actor: Actor): Promise<ControlsState> {
  await inTransaction(await db(), async (trx) => {
    await judgeAgain(trx, actor, "set_controls", true);
    await holdRules(trx);
    const pending = await readPending(trx);
    if (`${pending?.n}` !== n) throw rulesChanged();
    await stopPending(trx);
    await appendAudit(trx, {
      ...originOf(actor),
      action: "controls_stopped",
      recordId: null,
      detail: { rules: n },
    });
  });
  return findControls();
}

/** By a second admin; null: because the hold is over. */
export async function activateProposed(trx: Trx, id: string, actor: Actor | null): Promise<void> {
  await holdRules(trx);
  const pending = await readPending(trx);
  if (pending?.id !== id) throw rulesChanged();
  await endActive(trx);
  await writeState(trx, pending, "active");
  await tellRulesCount(trx, pending, { isLooser: true });
  await appendAudit(trx, {
    ...(actor === null ? { actor: null, address: null, userAgent: null } : originOf(actor)),
    action: "controls_set",
    recordId: null,
    detail: { rules: `${pending.n}` },
  });
}

/** Looser rules whose hold is over count from now on, if whoever wanted them is still an admin. Returns whether there were any. */
export async function activateDue(ledger: Db): Promise<boolean> {
  const due = await ledger
    .selectFrom("control_rules")
    .select("id")
    .where("state", "=", "proposed")
    .where("effective_at", "<=", databaseTime(ledger))
    .executeTakeFirst();
  if (due === undefined) return false;
  return inTransaction(ledger, async (trx) => {
    await holdRules(trx);
    const pending = await readPending(trx);
    if (pending?.id !== due.id || pending.effective_at > (await readDatabaseTime(trx))) return false;
    if (!(await isStillAdmin(trx, pending.by))) {
      await stopPending(trx);
      const detail = { rules: `${pending.n}` };
      await appendAudit(trx, { ...commandOrigin, action: "controls_stopped", recordId: null, detail });
      return true;
    }
    const waiting = await takeWaiting(trx, { kind: "rules", subject_id: pending.id });
    if (waiting !== undefined)
      await endRequest(trx, waiting, { state: "expired", ended_by: null, reason: null });
    await activateProposed(trx, pending.id, null);
    return true;
  });
}

async function isStillAdmin(trx: Trx, personId: string | null): Promise<boolean> {
  const { people } = await readColleagues(trx);
  return people.some(({ id, role, isDisabled }) => id === personId && role === "admin" && !isDisabled);
}

/** Ends what waits to become looser, with its request. */
export async function stopPending(trx: Trx): Promise<void> {
  const pending = await readPending(trx);
  if (pending === undefined) return;
  const waiting = await takeWaiting(trx, { kind: "rules", subject_id: pending.id });
  if (waiting !== undefined)
    await endRequest(trx, waiting, { state: "withdrawn", ended_by: null, reason: null });
  await writeState(trx, pending, "stopped");
}

/** For those whose request was declined. */
export async function stopProposed(trx: Trx, id: string, actor: Actor): Promise<void> {
  const pending = await readPending(trx);
  if (pending?.id !== id) throw rulesChanged();
  await writeState(trx, pending, "stopped");
  await appendAudit(trx, {
    ...originOf(actor),
    action: "controls_stopped",
    recordId: null,
    detail: { rules: `${pending.n}` },
  });
}

export async function endActive(trx: Trx): Promise<void> {
  const active = await trx
    .selectFrom("control_rules")
    .selectAll()
    .where("state", "=", "active")
    .executeTakeFirst();
  if (active !== undefined) await writeState(trx, active, "past");
}

async function writeState(trx: Trx, row: ControlRulesRow, state: ControlRulesRow["state"]): Promise<void> {
  await trx.updateTable("control_rules").set({ state }).where("id", "=", row.id).execute();
  coverRecord(trx, "rules-1", { ...row, state });
}

export function readNewest(ledger: Db | Trx) {
  return ledger.selectFrom("control_rules").select("n").orderBy("n", "desc").limit(1).executeTakeFirst();
}

function readPending(ledger: Db | Trx): Promise<ControlRulesRow | undefined> {
  return ledger.selectFrom("control_rules").selectAll().where("state", "=", "proposed").executeTakeFirst();
}

function rulesChanged(): Problem {
  return new Problem(
    "rules_changed",
    "Somebody has changed them meanwhile. Nothing was changed. Reload the page.",
  );
}

/** What counts, what will, and who can approve. */
export async function findControls(): Promise<ControlsState> {
  const ledger = await db();
  const { rules } = await readRules(ledger);
  const { people, now } = await readColleagues(ledger);
  const newest = await readNewest(ledger);
  const pending = await findVersion(ledger, "proposed");
  const waiting =
    pending &&
    (await ledger
      .selectFrom("requests")
      .select("id")
      .where("subject_id", "=", pending.id)
      .where("kind", "=", "rules")
      .executeTakeFirst());
  const { timeZone } = env();
  return {
    n: newest?.n ?? 0,
    rules,
    set: toVersion(await findVersion(ledger, "active")),
    pending: pending && waiting ? { ...toVersion(pending), requestId: waiting.id } : null,
    people: people
      .filter(({ isDisabled }) => !isDisabled)
      .map((person) => ({
        ...{ id: person.id, name: person.name, role: person.role },
        lacks: lacksOf(person, now).map((lack) => lackWords(person, lack, timeZone)),
      })),
    unmet: whoCannotMeet(rules, people, now).map((each) => unmetWords(each, timeZone)),
  };
}

function findVersion(ledger: Db, state: ControlRulesRow["state"]) {
  return ledger
    .selectFrom("control_rules")
    .leftJoin("people", "people.id", "control_rules.by")
    .selectAll("control_rules")
    .select(calledName().as("name"))
    .where("state", "=", state)
    .executeTakeFirst();
}

type Version = NonNullable<Awaited<ReturnType<typeof findVersion>>>;

function toVersion(row: Version): NonNullable<ControlsState["set"]>;
function toVersion(row: Version | undefined): ControlsState["set"];
function toVersion(row: Version | undefined): ControlsState["set"] {
  if (row === undefined) return null;
  const { n, name, reason, effective_at } = row;
  return { n, rules: rulesOf(row), by: name, reason, effectiveAt: effective_at };
}
