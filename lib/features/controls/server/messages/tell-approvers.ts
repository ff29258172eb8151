import { sql } from "kysely";
import * as z from "zod/mini";
import { type FeatureKind, rolesThatAct } from "#lib/contract/outbox/mail-kinds";
import { lacksOf } from "#lib/features/controls/eligible";
import { formatCount, formatFiat, formatPadded, lastFour } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { inTransaction } from "#lib/server/audit/transaction";
import { env } from "#lib/server/config/env";
import { appendDeliveries, newDeliveryId } from "#lib/server/outbox/deliveries";
import type { Letter } from "#lib/server/outbox/letter";
import { readReceivers } from "#lib/server/outbox/mail-choices";
import { isMailSet } from "#lib/server/outbox/messengers";
import { mailRow } from "#lib/server/outbox/tell-people";
import { findPayee, findVersion } from "#lib/server/payees/payees";
import { readVersionName } from "#lib/server/payees/version-name";
import type { RequestRow } from "#lib/server/tables/controls/control-rows";
import { databaseTime, readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Db, PersonRow, Trx } from "#lib/server/tables/schema";
import { formatTime } from "#lib/text/format-time";
import { showExactly } from "#lib/text/visible-text";
import { showMasked } from "#lib/words/outbox/masked-digits";
import { readBatchesOf } from "../batches/shown-batch";
import { readColleagues } from "../read-people";
import { readApprovals, storedOf, takeRequest } from "../requests";

/**
 * Invariant: a mail goes to whoever can still decide, and its link opens a page: it holds nothing that decides. It has the last
 * four digits of an account and never its holder's name.
 */

const AboutRequest = z.object({ requestId: z.string() });

/**
 * In the transaction that asks. Whoever it is asked in the name of is told too, and can't turn that off: a browser that was left
 * open asks for nothing that its person doesn't hear of.
 */
export async function tellAsked(trx: Trx, request: RequestRow): Promise<void> {
  if (!isMailSet()) return;
  const people = await deciders(trx, request);
  const rows = people.map((id) => mailAbout(request, id, "approvals.asked"));
  rows.push(mailAbout(request, request.maker_id, "approvals.own"));
  await appendDeliveries(
    trx,
    rows.map((row) => ({ ...row, id: newDeliveryId() })),
  );
}

/** Several servers may do it at once: each request is judged again on its locked row. */
const mostAtOnce = 200;
/** The ID of the first says that a request's reminders were written. */
const reminderId = (requestId: string, at: number) => `msg_${requestId}-${at + 1}`;
const firstReminder = sql<string>`'msg_' || requests.id || '-1'`;

/** Once a quarter of the time is left, to whoever can decide then. Returns of how many requests it was told. */
export async function remindApprovers(ledger: Db): Promise<number> {
  if (!isMailSet()) return 0;
  const late = await ledger
    .selectFrom("requests")
    .selectAll()
    .where("state", "=", "waiting")
    .where("kind", "<>", "rules")
    .where("expires_at", "<=", databaseTime(ledger, env().approvalMs / 4))
    .where("expires_at", ">", databaseTime(ledger))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("deliveries").select("seq").where("deliveries.id", "=", firstReminder))),
    )
    .orderBy("expires_at")
    .limit(mostAtOnce)
    .execute();
  let count = 0;
  for (const request of late) {
    // Before a lock is taken: where nobody can be told, it is looked at again in the next round.
    if ((await deciders(ledger, request)).length > 0 && (await remind(ledger, request.id))) count += 1;
  }
  return count;
}

function remind(ledger: Db, requestId: string): Promise<boolean> {
  return inTransaction(ledger, async (trx) => {
    const request = await takeRequest(trx, requestId);
    if (request?.state !== "waiting") return false;
    const told = await trx
      .selectFrom("deliveries")
      .select("id")
      .where("id", "=", reminderId(requestId, 0))
      .executeTakeFirst();
    const people = told === undefined ? await deciders(trx, request) : [];
    await appendDeliveries(
      trx,
      people.map((id, at) => ({
        ...mailAbout(request, id, "approvals.reminder"),
        id: reminderId(requestId, at),
      })),
    );
    return people.length > 0;
  });
}

function mailAbout(request: RequestRow, personId: string, kind: FeatureKind) {
  const row = mailRow(personId, kind, { requestId: request.id });
  return { ...row, subject: request.kind === "transfer" ? request.subject_id : "" };
}

/** Who can decide now, has not, and takes such mail. Where admins alone count, nobody else is asked. */
async function deciders(ledger: Db | Trx, request: RequestRow): Promise<string[]> {
  const takers = new Set(await readReceivers(ledger, "approvals", rolesThatAct));
  const able = await readAble(ledger, request);
  return able.filter((id) => takers.has(id));
}

async function readAble(ledger: Db | Trx, request: RequestRow): Promise<string[]> {
  const { people, now } = await readColleagues(ledger);
  const decided = (await readApprovals(ledger, request.id)).map(({ person_id }) => person_id);
  const { needed } = storedOf(request);
  const isForAdmins = needed.admins === needed.people;
  return people
    .filter((person) => lacksOf(person, now).length === 0 && (!isForAdmins || person.role === "admin"))
    .flatMap(({ id }) => (id === request.maker_id || decided.includes(id) ? [] : [id]));
}

/** `undefined` where it waits no longer for this person’s decision. Throws for a body that can't be read. */
export async function requestLetter(
  ledger: Db,
  { kind, body }: { kind: FeatureKind; body: string },
  person: PersonRow,
): Promise<Letter | undefined> {
  const { requestId } = AboutRequest.parse(JSON.parse(body));
  const request = await ledger
    .selectFrom("requests")
    .selectAll()
    .where("id", "=", requestId)
    .executeTakeFirst();
  if (request === undefined) return undefined;
  // Whatever became of it meanwhile.
  if (kind === "approvals.own") return makerLetter(request, await readSubject(ledger, request));
  const waits = request.state === "waiting" && request.expires_at > (await readDatabaseTime(ledger));
  if (!waits || !(await readAble(ledger, request)).includes(person.id)) return undefined;
  const subject = await readSubject(ledger, request);
  if (subject === undefined) return undefined;
  const { people } = await readColleagues(ledger);
  const maker = people.find(({ id }) => id === request.maker_id)?.name ?? "somebody who has left";
  const ends = formatTime(request.expires_at, env().timeZone);
  return {
    subject: `${subject.what} ${kind === "approvals.reminder" ? "still " : ""}waits for your approval`,
    paragraphs: [
      { text: subject.text },
      { list: [{ text: `Asked by ${showMasked(maker)}` }, { text: `Ends ${ends}, if nobody decides` }] },
      { text: "Open the request", path: `/approvals/${request.id}` },
      { text: "The link only opens the page. You decide there." },
      { text: "Choose which e-mails you get on the page Your account", path: "/account" },
    ],
  };
}

function makerLetter(request: RequestRow, subject: Subject | undefined): Letter | undefined {
  if (subject === undefined) return undefined;
  const { what, text } = subject;
  return {
    subject: `${what}: you asked for an approval`,
    paragraphs: [
      { text },
      {
        text: "Others decide on it. If it wasn’t you, withdraw it, sign out everywhere on the page Your account, and tell an admin: somebody may be using your account.",
      },
      { text: "Open the request", path: `/approvals/${request.id}` },
    ],
  };
}

type Subject = { what: string; text: string };

async function readSubject(ledger: Db, request: RequestRow): Promise<Subject | undefined> {
  if (request.kind === "rules") return undefined;
  if (request.kind === "batch") return readBatch(ledger, request);
  const isPayout = request.kind === "transfer";
  const text = await (isPayout ? readPayout(ledger, request) : readAccount(ledger, request));
  return text === undefined ? undefined : { what: isPayout ? "A payout" : "A payee’s account", text };
}

/** `November salaries: 47 payouts, 7,840.07 USDC, 11,644,702.00 NGN`. */
async function readBatch(ledger: Db, request: RequestRow): Promise<Subject | undefined> {
  const batch = (await readBatchesOf(ledger, [request])).get(request.id);
  if (batch === undefined) return undefined;
  const { name, rows, naira, sums } = batch;
  const parts = [
    `${formatCount(rows)} ${rows === 1 ? "payout" : "payouts"}`,
    ...sums.map(({ token, amount }) => `${formatPadded(amount)} ${showExactly(token)}`),
    `${formatFiat(naira)} NGN`,
  ];
  return { what: "A batch of payouts", text: `${showMasked(name)}: ${parts.join(", ")}` };
}

/** `Lekki landlord: Access Bank, account ending in 6789`. */
async function readAccount(ledger: Db, { subject_id }: RequestRow): Promise<string | undefined> {
  const { payeeId, n } = readVersionName(subject_id);
  const version = await findVersion(ledger, payeeId, n);
  const payee = await findPayee(ledger, payeeId);
  if (version === undefined || payee === undefined) return undefined;
  return `${showMasked(payee.name)}: ${showMasked(version.bank_name)}, account ending in ${lastFour(version.account_number)}`;
}

/** `1,250.50 USDC to Lekki landlord, Access Bank, account ending in 6789`; the name is the payee's own, where it is saved. */
async function readPayout(ledger: Db, { subject_id }: RequestRow): Promise<string | undefined> {
  const row = await ledger
    .selectFrom("transfers")
    .leftJoin("payees", "payees.id", "transfers.payee_id")
    .select(["amount", "from_currency", "bank_name", "account_number", "payees.name as payee"])
    .where("transfers.id", "=", subject_id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { amount, from_currency, bank_name, account_number, payee } = row;
  const to = [...(payee === null ? [] : [showMasked(payee)]), showMasked(bank_name)].join(", ");
  const sum = `${formatPadded(amount as Amount)} ${showExactly(from_currency)}`;
  return `${sum} to ${to}, account ending in ${lastFour(account_number)}`;
}
