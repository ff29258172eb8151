import { createHash } from "node:crypto";
import { Temporal } from "temporal-polyfill";
import * as z from "zod/mini";
import type { Letter } from "#lib/server/outbox/letter";
import { mailRow } from "#lib/server/outbox/tell-people";
import type { Db } from "#lib/server/tables/schema";
import { endOfDay, startOfDay } from "#lib/text/zone-day";
import { isCreated, stateOf } from "#lib/transfer/transfer-states";
import { transferStatuses } from "#lib/transfer/transfer-status";

/** Invariant: one a person and day, whichever server is first: its ID follows from both. */

const hour = 8;
const friday = 5;

const DayBody = z.object({
  from: z.string(),
  to: z.string(),
  created: z.int(),
  paid: z.int(),
  open: z.int(),
});
type DayBody = z.infer<typeof DayBody>;

/** Writes what is due at eight on a weekday. Returns the day that is done, or `undefined` when it is too early. */
export async function appendDaySummaries(ledger: Db, timeZone: string): Promise<string | undefined> {
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now()).toZonedDateTimeISO(timeZone);
  if (now.hour < hour) return undefined;
  const today = now.toPlainDate();
  if (today.dayOfWeek > friday) return `${today}`;
  // Monday's covers Friday to Sunday.
  const from = today.subtract({ days: today.dayOfWeek === 1 ? 3 : 1 });
  const body = await figures(ledger, { from: `${from}`, to: `${today.subtract({ days: 1 })}`, timeZone });
  if (body.created > 0)
    for (const personId of await receivers(ledger)) {
      const row = { ...mailRow(personId, "day_summary", body), id: idOf(personId, `${today}`) };
      await ledger
        .insertInto("deliveries")
        .values({ ...row, state: "waiting" })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    }
  return `${today}`;
}

type Span = { from: string; to: string; timeZone: string };

async function figures(ledger: Db, { from, to, timeZone }: Span): Promise<DayBody> {
  const rows = await ledger
    .selectFrom("transfers")
    .select(["status", ({ fn }) => fn.countAll<number | string>().as("count")])
    // Each status by itself: an index has its transfers in the order of creation.
    .where("status", "in", transferStatuses)
    .where("created_at", ">=", startOfDay(from, timeZone))
    .where("created_at", "<", endOfDay(to, timeZone))
    .groupBy("status")
    .execute();
  const sum = (isPart: (status: (typeof rows)[number]["status"]) => boolean) =>
    rows.reduce((total, { status, count }) => total + (isPart(status) ? Number(count) : 0), 0);
  return {
    from,
    to,
    created: sum(isCreated),
    paid: sum((status) => stateOf(status) === "paid"),
    open: sum((status) => stateOf(status) === "open"),
  };
}

/** By choice alone. */
async function receivers(ledger: Db): Promise<string[]> {
  const rows = await ledger
    .selectFrom("mail_choices")
    .innerJoin("people", "people.id", "mail_choices.person_id")
    .select("people.id")
    .where("mail_choices.kind", "=", "day_summary")
    .where("mail_choices.is_on", "=", 1)
    .where("people.is_disabled", "=", 0)
    .execute();
  return rows.map(({ id }) => id);
}

function idOf(personId: string, day: string): string {
  return `msg_${createHash("sha256").update(`day\0${day}\0${personId}`).digest("base64url").slice(0, 24)}`;
}

export function dayLetter(text: string): Letter {
  const { from, to, created, paid, open } = DayBody.parse(JSON.parse(text));
  const days = from === to ? from : `${from} to ${to}`;
  return {
    subject: `Transfers of ${days}`,
    paragraphs: [
      { text: `Transfers created ${from === to ? "on" : "from"} ${days}, as they are now:` },
      {
        list: [`Created: ${created}`, `Reported paid: ${paid}`, `Open: ${open}`].map((each) => ({
          text: each,
        })),
      },
      { text: "Open the dashboard", path: "/" },
      { text: "Choose which e-mails you get on the page Your account", path: "/account" },
    ],
  };
}
