import * as z from "zod/mini";
import type { Transfer } from "#lib/contract/api";
import { adviceMail } from "#lib/contract/outbox/mail-kinds";
import { db } from "#lib/server/database/db";
import { calledName } from "#lib/server/database/person-name";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import { mailResultWords } from "#lib/words/outbox/mail-faults";

/** Invariant: what became of an advice is said by its events, and of one that waits by its mail. */

/** `lost`: neither an end nor a mail that waits, as after a restore. `why`: why it wasn't sent, or not yet. */
export type Advice = {
  to: string;
  by: string;
  askedAt: string;
  state: "waiting" | "sent" | "failed" | "lost";
  why: string | undefined;
};

const kinds = ["advice_asked", "advice_sent", "advice_failed"] as const;

/** Of one transfer, newest first. */
export async function readAdvices(transferId: string): Promise<Advice[]> {
  const ledger = await db();
  // Before the events: one that ends in between has its end.
  const waiting = await ledger
    .selectFrom("deliveries")
    .select(["id", "last_result"])
    .where("subject", "=", transferId)
    .where("kind", "=", adviceMail)
    .where("state", "=", "waiting")
    .execute();
  return (await readEvents(ledger, [transferId])).map(({ mail, end, code, ...asked }) => {
    const mailed = waiting.find(({ id }) => id === mail);
    const result = end === undefined ? (mailed?.last_result ?? null) : code;
    const why = mailResultWords(result);
    return { ...asked, state: end ?? (mailed === undefined ? "lost" : "waiting"), why };
  });
}

/** The newest transfers to an account that are looked through. */
const mostOfAccount = 20;

/** The address that an advice to this account was last sent to, on this transfer or one of the newest; not one that was refused. */
export async function lastReceiver({
  id,
  bankCode,
  accountNumber,
}: Pick<Transfer, "id" | "bankCode" | "accountNumber">): Promise<Advice | undefined> {
  const ledger = await db();
  const newest = await ledger
    .selectFrom("transfers")
    .select("id")
    .where("account_number", "=", accountNumber)
    .where("bank_code", "=", bankCode)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(mostOfAccount)
    .execute();
  const asked = await readEvents(ledger, [...new Set([id, ...newest.map((row) => row.id)])]);
  const last = asked.find(({ end }) => end !== "failed");
  return last && { ...last, state: last.end ?? "waiting", why: undefined };
}

type Asked = Pick<Advice, "to" | "by" | "askedAt"> & {
  mail: string | undefined;
  end: "sent" | "failed" | undefined;
  code: string | null;
};

/** Newest first. */
async function readEvents(ledger: Db, ids: readonly string[]): Promise<Asked[]> {
  const rows = await ledger
    .selectFrom("transfer_events")
    .leftJoin("people", "people.email", "transfer_events.person_name")
    .select(["at", "kind", "text", "word", "raw", "person_name"])
    .select(calledName().as("called"))
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "in", kinds)
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .execute();
  const ends = new Map(
    rows.flatMap(({ kind, raw, word }) =>
      kind === "advice_asked" ? [] : [[mailIn(raw), { kind, word }] as const],
    ),
  );
  return rows.flatMap(({ kind, at, text, raw, called, person_name }) => {
    if (kind !== "advice_asked") return [];
    const mail = mailIn(raw);
    const end = mail === undefined ? undefined : ends.get(mail);
    return {
      ...{ to: text ?? "", by: called ?? person_name ?? "", askedAt: at, mail },
      end: end === undefined ? undefined : end.kind === "advice_sent" ? "sent" : "failed",
      code: end?.word ?? null,
    };
  });
}

const Stored = z.strictObject({ mail: z.string() });

function mailIn(raw: string | null): string | undefined {
  try {
    return Stored.safeParse(JSON.parse(raw ?? "")).data?.mail;
  } catch {
    return undefined;
  }
}
