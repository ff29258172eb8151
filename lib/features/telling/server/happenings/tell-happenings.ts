import { sql } from "kysely";
import type { Transfer } from "#lib/contract/api";
import { type EndpointForm, isForSystems } from "#lib/contract/outbox/endpoint-forms";
import type { WebhookEventKind } from "#lib/contract/outbox/event-kinds";
import type { Amount } from "#lib/money/money";
import { env } from "#lib/server/config/env";
import { type BatchPlace, readBatchPlaces } from "#lib/server/ledger/transfer-batches";
import { readInSnapshot } from "#lib/server/ledger/transfers";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import { deliveryTo, readReceivers } from "#lib/server/outbox/tell-endpoints";
import { readTold, type Told } from "#lib/server/standing/told-standing";
import { readDatabaseTime } from "#lib/server/tables/database-clock";
import type { Trx } from "#lib/server/tables/schema";
import { differenceOf, expectedOf } from "#lib/transfer/received";
import { type Refusal, readRefusal } from "#lib/transfer/refusal";
import { type FoldableEvent, submissionSource } from "#lib/transfer/transfer-status";
import { type ChatForm, chatBody } from "#lib/words/outbox/chat-body";
import { maskDigits } from "#lib/words/outbox/masked-digits";
import { messageLine } from "#lib/words/outbox/message-line";
import { isSubmission, kindsOfHappening } from "./kind-of-happening";
import { readSeen, type Seen } from "./seen-deposits";

/**
 * Invariant: a message is written once, as its happening was, and every endpoint of a form gets the same bytes. It has the
 * last four digits of the account and never more, and nothing of a callback but its status word. Only a line in Slack or
 * Teams names the recipient.
 */

const longestText = 200;

/** Writes a delivery of each happening for each endpoint that asked for its kind. */
export async function tellHappenings(trx: Trx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  const receivers = await readReceivers(trx);
  if (receivers.length === 0) return;
  const now = await readDatabaseTime(trx);
  const happened = await readFacts(trx, seqs);
  const ids = [...new Set(happened.map(({ id }) => id))];
  const toldOf = await readTold(trx, ids);
  const isChat = receivers.some(({ form }) => !isForSystems(form));
  const transfers = new Map(
    (isChat ? await readInSnapshot(trx, ids) : []).map(({ transfer }) => [transfer.id, transfer]),
  );
  const seenOf = await readSeen(trx, happened);
  const batches = await readBatchPlaces(trx, [...new Set(happened.map(({ key }) => key))]);
  const told = happened.flatMap((facts) => {
    const deposit = seenOf(facts);
    const transfer = transfers.get(facts.id);
    return kindsOfHappening(facts, facts.asked !== null).flatMap((kind) => {
      const own = receivers.filter(({ kinds }) => kinds.has(kind));
      if (own.length === 0) return [];
      const known = { told: toldOf.get(facts.id), batch: batches.get(facts.key) };
      const standard = bodyOf(kind, facts, { ...known, deposit });
      const bodyFor = (form: EndpointForm) => {
        if (isForSystems(form)) return standard;
        return transfer && lineOf(form, transfer, { kind, facts, deposit });
      };
      return own.flatMap(({ id, form }) => {
        const body = bodyFor(form);
        return body === undefined ? [] : [{ ...deliveryTo(id, kind, now), subject: facts.id, body }];
      });
    });
  });
  await appendDeliveries(trx, told);
}

type Facts = Awaited<ReturnType<typeof readFacts>>[number];

/** In the order in which they happened. */
function readFacts(trx: Trx, seqs: readonly number[]) {
  const upToThen = sql`transfer_id = happenings.transfer_id
    and transfer_events.seq <= coalesce(happenings.event_seq, 2147483647)`;
  return (
    trx
      .selectFrom("happenings")
      .innerJoin("transfers", "transfers.id", "happenings.transfer_id")
      .leftJoin("transfer_events as event", (join) =>
        join
          .onRef("event.transfer_id", "=", "happenings.transfer_id")
          .onRef("event.seq", "=", "happenings.event_seq"),
      )
      .select(["happenings.kind", "from_status", "to_status", "happenings.at", "event_seq", "detail"])
      .select([
        "transfers.id",
        "idempotency_key as key",
        "asked_output",
        "amount",
        "asset",
        "from_currency",
        "quote_output",
        "accepted_output",
        "currency",
        "bank_name",
        "account_number",
      ])
      .select(["event.kind as event_kind", "event.word", "event.is_quarantined"])
      // Who said that it was accepted, rejected or cancelled: see `submissionSource`.
      .select(
        sql<FoldableEvent["kind"] | null>`(select kind from transfer_events where ${upToThen}
          and kind in ('accepted', 'resolved_exists', 'callback') and is_quarantined = 0
          order by seq limit 1)`.as("proof"),
      )
      .select(
        sql<FoldableEvent["source"] | null>`(select source from transfer_events where ${upToThen}
          and kind = happenings.to_status order by seq desc limit 1)`.as("ended_by"),
      )
      // It was asked for in the transaction of its creation, or never.
      .select(
        sql<string | null>`(select kind from transfer_events where transfer_id = happenings.transfer_id
          and kind = 'approval_asked' limit 1)`.as("asked"),
      )
      .where("happenings.seq", "in", seqs)
      .orderBy("happenings.seq")
      .execute()
  );
}

type Known = {
  told: Told | undefined;
  batch: BatchPlace | undefined;
  deposit: Seen | undefined;
};

/** The exact bytes. */
function bodyOf(type: WebhookEventKind, facts: Facts, { told, batch, deposit }: Known): string {
  const expected = expectedOf(facts.accepted_output, facts.quote_output);
  const { isSandbox } = env();
  const isReport = facts.kind === null && facts.event_kind === "callback" && facts.is_quarantined === 0;
  return JSON.stringify({
    type,
    timestamp: facts.at,
    data: {
      transferId: facts.id,
      status: facts.to_status,
      statusSource: sourceOf(facts),
      word: isReport ? wordOf(facts.word) : null,
      amount: facts.amount,
      asset: facts.asset,
      estimate: facts.quote_output,
      askedOutput: facts.asked_output,
      currency: facts.currency,
      bankName: cut(facts.bank_name),
      accountLastFour: facts.account_number.slice(-4),
      seq: facts.event_seq,
      // As it stands when the message is written; a status is that of the moment it happened.
      ...(told !== undefined && saidBy(told, expected)),
      // By its ID: a name may say whom it pays.
      ...(batch !== undefined && { batch: { id: batch.id, row: batch.row } }),
      url: pageOf(facts),
      ...(deposit !== undefined && { deposit }),
      ...(facts.kind === "attention.raised" && { reason: facts.detail }),
      ...(type === "transfer.rejected" && { refusal: refusalOf(facts) }),
      ...(isSandbox && { sandbox: true }),
    },
  });
}

function saidBy({ standing, received, paidOut }: Told, expected: Amount | null) {
  return {
    standing,
    ...(received.length > 0 && {
      received: received.map((said) => ({
        ...{ source: said.source, amount: said.amount, day: said.day },
        ...{ difference: differenceOf(said, expected), reason: said.reason },
      })),
    }),
    ...(paidOut !== null && {
      paidOut: { amount: paidOut.amount, difference: differenceOf(paidOut, expected) },
    }),
  };
}

type Line = { kind: WebhookEventKind; facts: Facts; deposit: Seen | undefined };

/** The exact bytes of a line for people. */
function lineOf(form: ChatForm, transfer: Transfer, { kind, facts, deposit }: Line): string {
  const { isSandbox } = env();
  const refusal = kind === "transfer.rejected" ? refusalOf(facts) : null;
  const happened = { kind, deposit, status: facts.to_status, statusSource: sourceOf(facts), refusal };
  const reason = facts.kind === "attention.raised" ? facts.detail : null;
  const line = messageLine(transfer, { ...happened, reason }, isSandbox);
  return chatBody(form, { line, url: pageOf(facts) ?? undefined });
}

function pageOf({ id }: Facts): string | null {
  const { appUrl } = env();
  return appUrl === undefined ? null : `${appUrl}/transfers/${id}`;
}

function sourceOf({ to_status, proof, ended_by }: Facts) {
  if (!isSubmission(to_status)) return "service_callback";
  const end = to_status === "rejected" || to_status === "cancelled" ? to_status : undefined;
  const events: FoldableEvent[] = [
    ...(proof === null ? [] : [{ kind: proof }]),
    ...(ended_by === null || end === undefined ? [] : [{ kind: end, source: ended_by }]),
  ];
  return submissionSource(events, to_status);
}

/** Why it was rejected: the kind of no, without the words of the service. */
function refusalOf({ event_kind, word }: Facts): Refusal | null {
  return event_kind === "rejected" ? readRefusal(word) : null;
}

/** A word that nobody knows may hold anything, a number of an account too. */
function wordOf(word: string | null): string | null {
  return word === null ? null : cut(maskDigits(word));
}

function cut(text: string): string {
  return [...text.slice(0, longestText * 2)].slice(0, longestText).join("");
}
