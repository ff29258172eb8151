import * as z from "zod/mini";
import { rolesThatAct } from "#lib/contract/outbox/mail-kinds";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import { readReceivers } from "#lib/server/outbox/mail-choices";
import { isMailSet } from "#lib/server/outbox/messengers";
import { mailRow } from "#lib/server/outbox/tell-people";
import type { HappeningRow } from "#lib/server/tables/delivery-rows";
import type { Trx } from "#lib/server/tables/schema";
import { type AttentionReason, attentionReasons } from "#lib/transfer/attention-reasons";

/**
 * Invariant: one mail at a time waits for a person, and takes in what happens until it is claimed. The claim keeps ten
 * minutes between two of them.
 */

/** What happens together is told together. */
const gatherMs = 20_000;
/** More are only counted. */
const mostKept = 100;

/** The reasons that a change of status brings at once, without waiting for the next look at what needs somebody. */
export const ofStatus = {
  unknown: "unknown_outcome",
  failed: "failed",
  reversed: "reversed",
  refunded: "refunded",
} as const;

export const NeedsYouBody = z.object({
  items: z.array(z.object({ id: z.string(), reason: z.enum(attentionReasons) })),
  more: z.int(),
});
export type NeedsYouBody = z.infer<typeof NeedsYouBody>;
type Item = NeedsYouBody["items"][number];

type Happened = Pick<HappeningRow, "transfer_id" | "from_status" | "to_status" | "kind" | "detail">;

/** Takes the happenings that the follow-up has taken, in its transaction. */
export async function appendNeedsYou(trx: Trx, seqs: readonly number[]): Promise<void> {
  if (!isMailSet() || seqs.length === 0) return;
  const happenings = await trx
    .selectFrom("happenings")
    .select(["transfer_id", "from_status", "to_status", "kind", "detail"])
    .where("seq", "in", seqs)
    .orderBy("seq")
    .execute();
  const items = happenings.flatMap(itemOf);
  if (items.length === 0) return;
  const people = await readReceivers(trx, "needs_you", rolesThatAct);
  if (people.length === 0) return;
  const waiting = await trx
    .selectFrom("deliveries")
    .select(["seq", "person_id", "body"])
    .where("channel", "=", "mail")
    .where("kind", "=", "needs_you")
    .where("state", "=", "waiting")
    .where("attempts", "=", 0)
    .where("person_id", "in", people)
    .execute();
  for (const id of people) {
    // One that can't be read is left to the mail worker: what is counted and told here doesn't wait for it.
    const own = waiting.flatMap(({ seq, person_id, body }) => {
      const read = person_id === id ? readBody(body) : undefined;
      return read === undefined ? [] : [{ seq, body: read }];
    });
    const [row] = own;
    if (row === undefined || !(await addTo(trx, row, items)))
      await appendDeliveries(trx, [newRow(id, items)]);
  }
}

/** What a change of status has told is not told again as a reason. */
function itemOf({ transfer_id: id, from_status, to_status, kind, detail }: Happened): Item[] {
  if (kind === null) {
    const reason = ofStatus[to_status as keyof typeof ofStatus];
    return reason === undefined || from_status === to_status ? [] : [{ id, reason }];
  }
  const reason = attentionReasons.find((known) => known === detail);
  const isTold = reason === undefined || Object.values<AttentionReason>(ofStatus).includes(reason);
  return kind !== "attention.raised" || isTold ? [] : [{ id, reason }];
}

function readBody(text: string): NeedsYouBody | undefined {
  try {
    return NeedsYouBody.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** `false` where a server has claimed it meanwhile. */
async function addTo(trx: Trx, row: { seq: number; body: NeedsYouBody }, items: readonly Item[]) {
  const added = await trx
    .updateTable("deliveries")
    .set({ body: JSON.stringify(merged(row.body, items)) })
    .where("seq", "=", row.seq)
    .where("state", "=", "waiting")
    .where("attempts", "=", 0)
    .executeTakeFirst();
  return added.numUpdatedRows === 1n;
}

function newRow(personId: string, items: readonly Item[]) {
  const row = mailRow(personId, "needs_you", merged({ items: [], more: 0 }, items));
  return { ...row, due_at: new Date(Date.parse(row.created_at) + gatherMs).toISOString() };
}

/** One line a transfer: its latest reason. */
function merged({ items: old, more }: NeedsYouBody, added: readonly Item[]): NeedsYouBody {
  const byId = new Map(old.map((item) => [item.id, item]));
  let left = 0;
  for (const item of added) {
    if (byId.has(item.id) || byId.size < mostKept) byId.set(item.id, item);
    else left += 1;
  }
  return { items: [...byId.values()], more: more + left };
}
