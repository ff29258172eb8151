import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { randomFrom } from "#lib/bench/seed/random";
import { inTransaction } from "#lib/server/audit/transaction";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { appendHappenings, type NewHappening } from "#lib/server/outbox/happenings";
import { tellPerson } from "#lib/server/outbox/tell-people";
import { giveLife, says, sent, settle } from "#lib/testing/ledger/give-life";
import { insertTransfers, randomTransfer } from "#lib/testing/ledger/random-lives";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import { type MailServer, startMailServer } from "#lib/testing/telling/mail-server";
import { attentionReasons } from "#lib/transfer/attention-reasons";
import { bringBackTimes } from "../webhooks/old-deliveries";
import { tellAdmins } from "./admin-letters";
import { claimMail, settleMail } from "./claims";
import { appendDaySummaries } from "./day-summary";
import { readHeadlines } from "./headlines";
import { sendDue } from "./mail-worker";
import { appendNeedsYou } from "./needs-you";

const minute = 60_000;
const lagos = "Africa/Lagos";

let server: MailServer;
let dashboard: TestDashboard;
beforeEach(async () => {
  server = await startMailServer();
  dashboard = await startDashboard({
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "pay@example.com",
    APP_URL: "https://pay.example.com",
  });
  // Transfers and happenings are written past the ledger here.
  dashboard.spoil();
});
afterEach(async () => {
  vi.useRealTimers();
  await dashboard.close();
  await server.close();
});

type Role = "support" | "finance" | "admin";
const person = async (role: Role, name: string = role) =>
  (await writeSession(await db(), testSecret, { role, email: `${name}@example.com` })).personId;

/** Everything that waits, as if this much time had passed. */
async function age(ms: number) {
  const ledger = await db();
  for (const row of await ledger.selectFrom("deliveries").selectAll().execute()) {
    const earlier = (at: string | null) => (at === null ? null : new Date(Date.parse(at) - ms).toISOString());
    await ledger
      .updateTable("deliveries")
      .set({
        due_at: String(earlier(row.due_at)),
        first_try_at: earlier(row.first_try_at),
        done_at: earlier(row.done_at),
      })
      .where("seq", "=", row.seq)
      .execute();
  }
}
/** All that is due. Returns the states, in order. */
async function sendAll(): Promise<string[]> {
  const states: string[] = [];
  for (;;) {
    const sent = await sendDue(await db(), readHeadlines);
    if (sent.length === 0) return states;
    states.push(...sent.map(({ state }) => state));
  }
}
const heard = () => server.heard.map(({ to, parsed }) => `${to.join()}: ${parsed.subject?.slice(10)}`).sort();
const rows = async () =>
  (await db()).selectFrom("deliveries").select(["state", "attempts", "last_result"]).orderBy("seq").execute();
const tell = async (id: string) =>
  inTransaction(await db(), (trx) => tellPerson(trx, id, "security.password_changed"));

/** Of happenings alone, as the follow-up takes them. */
async function happen(happened: (Pick<NewHappening, "transfer_id" | "to_status"> & Partial<NewHappening>)[]) {
  const usual = { from_status: null, kind: null, detail: null, paid_after_ms: null, event_seq: null };
  await inTransaction(await db(), async (trx) => {
    await trx.deleteFrom("happenings").execute();
    const at = new Date().toISOString();
    await appendHappenings(
      trx,
      happened.map((each) => ({ ...usual, at, ...each })),
    );
    const taken = await trx.selectFrom("happenings").select("seq").execute();
    await appendNeedsYou(
      trx,
      taken.map(({ seq }) => seq),
    );
  });
}

let made = 0;
/** Transfers with a status, and what happened to them. */
async function transfers(count: number, status: "failed" | "paid" = "failed") {
  const ledger = await db();
  const random = randomFrom(++made);
  const created = Array.from({ length: count }, () => ({
    ...randomTransfer(random, new Date().toISOString()),
    ...{ account_name: "CANARY NAME", account_number: "0123456789", bank_name: "Access <Bank>" },
  }));
  await insertTransfers(ledger, created);
  await giveLife(
    ledger,
    created.map(({ id }) => id),
    [...sent, says(status)],
  );
  await happen(created.map(({ id }) => ({ transfer_id: id, from_status: "processing", to_status: status })));
  return created.map(({ id }) => id);
}

describe("a mail that waits", () => {
  it("is tried with growing pauses for a day where the server is away, then given up; nothing is lost before", async () => {
    await tell(await person("support"));
    server.behave({ message: 451 });
    let tries = 0;
    for (let passed = 0; passed < 30 * 60; passed += 5) {
      tries += (await sendAll()).length;
      await age(5 * minute);
    }
    expect(tries).toBeGreaterThan(8);
    expect(tries).toBeLessThan(20);
    expect(await rows()).toMatchObject([{ state: "given_up", last_result: "451" }]);
    const attempts = await (await db()).selectFrom("delivery_attempts").select(["n", "status"]).execute();
    expect(attempts).toHaveLength(tries);
    expect(attempts[0]).toMatchObject({ n: 1, status: 451 });
  });

  it("arrives after a refusal for now, and is given up at one for good", async () => {
    await tell(await person("support"));
    server.behave({ message: 451 });
    expect(await sendAll()).toEqual(["later"]);
    server.behave({});
    // Not before its pause is over.
    expect(await sendAll()).toEqual([]);
    await age(minute);
    expect(await sendAll()).toEqual(["delivered"]);
    expect(heard()).toEqual(["support@example.com: Your password was changed"]);
    await tell(await person("finance"));
    server.behave({ receiver: 550 });
    expect(await sendAll()).toEqual(["given_up"]);
    await age(60 * 24 * minute);
    expect(await sendAll()).toEqual([]);
  });

  it("is sent again by another server where one was killed before it was recorded, with the same Message-ID", async () => {
    await tell(await person("support"));
    const ledger = await db();
    const [claimed] = await claimMail(ledger, 2);
    expect(await claimMail(ledger, 2)).toEqual([]);
    if (claimed === undefined) throw new Error("Nothing was claimed.");
    await age(minute + 1);
    expect(await claimMail(ledger, 2)).toMatchObject([{ id: claimed.id, attempts: 2 }]);
    // The first one comes back: what it says does not count any more.
    await settleMail(ledger, claimed, { state: "given_up", ms: 1 });
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 2 }]);
    await age(minute + 1);
    expect(await sendAll()).toEqual(["delivered"]);
    await age(minute + 1);
    expect(await sendAll()).toEqual([]);
    expect(await rows()).toMatchObject([{ state: "delivered", attempts: 3 }]);
    expect(server.heard[0]?.parsed.messageId).toBe(`<${claimed.id}@example.com>`);
  });

  it("is each one server's, however many take at once", async () => {
    const id = await person("support");
    for (let at = 0; at < 6; at++) await tell(id);
    const ledger = await db();
    const taken = (await Promise.all([1, 2, 3, 4].map(() => claimMail(ledger, 2)))).flat();
    expect(new Set(taken.map(({ seq }) => seq)).size).toBe(taken.length);
  });

  it("is withdrawn for somebody who was disabled meanwhile, but that they are", async () => {
    const id = await person("admin");
    const ledger = await db();
    await tell(id);
    await inTransaction(ledger, async (trx) => {
      await tellPerson(trx, id, "security.disabled");
      await tellAdmins(trx, "webhook.added", { name: "Books", host: "ledger.example" });
    });
    await ledger.updateTable("people").set({ is_disabled: 1 }).where("id", "=", id).execute();
    expect((await sendAll()).sort()).toEqual(["delivered", "withdrawn", "withdrawn"]);
    expect(heard()).toEqual(["admin@example.com: Your account was disabled"]);
  });

  it("to an admin about a webhook is withdrawn with the role, and names no more than its host", async () => {
    const [stays, goes] = [await person("admin", "ada"), await person("admin", "ben")];
    const ledger = await db();
    await inTransaction(ledger, (trx) =>
      tellAdmins(trx, "webhook.off", { name: "Books", host: "ledger.example", why: "410" }),
    );
    await ledger.updateTable("people").set({ role: "finance" }).where("id", "=", goes).execute();
    expect((await sendAll()).sort()).toEqual(["delivered", "withdrawn"]);
    expect(stays).not.toBe(goes);
    expect(heard()).toEqual(["ada@example.com: A webhook is off"]);
    expect(server.heard[0]?.parsed.text).toContain("Books at ledger.example was turned off");
  });
});

describe("what needs somebody", () => {
  it("is one mail in ten minutes, of twenty lines at most, without a name or a whole account number", async () => {
    await person("finance");
    await person("support");
    const ids = [...(await transfers(30)), ...(await transfers(4))];
    // What happens together is told together.
    expect(await sendAll()).toEqual([]);
    await age(minute);
    expect(await sendAll()).toEqual(["delivered"]);
    expect(heard()).toEqual(["finance@example.com: 34 transfers need you"]);
    const { parsed, source } = server.heard[0] ?? {};
    expect(parsed?.text?.match(/account ending in 6789\. Failed/g)).toHaveLength(20);
    expect(parsed?.text).toContain("and 14 more");
    expect(parsed?.text).toContain(`https://pay.example.com/transfers/${ids[0]}`);
    expect(String(parsed?.html)).toContain("Access &#60;Bank&#62;");
    expect(source).not.toMatch(/0123456789|CANARY/);
    await transfers(1);
    await age(5 * minute);
    await transfers(1);
    expect(await sendAll()).toEqual([]);
    await age(6 * minute);
    expect(await sendAll()).toEqual(["delivered"]);
    expect(heard()).toEqual([
      "finance@example.com: 2 transfers need you",
      "finance@example.com: 34 transfers need you",
    ]);
  });

  it("says how much is missing, as the page of the transfer does", async () => {
    await person("finance");
    const ledger = await db();
    const row = randomTransfer(randomFrom(7), new Date().toISOString());
    const set = { asset: "base:usdc", from_currency: "USDC", network: "base", amount: "100" };
    await insertTransfers(ledger, [{ ...row, ...set, bank_name: "UBA", account_number: "0123456789" }]);
    await giveLife(ledger, [row.id], [...sent, says("deposit_short", { arrived: "26.4" })]);
    await happen([
      { transfer_id: row.id, to_status: "deposit_short", kind: "attention.raised", detail: "deposit_short" },
    ]);
    await age(minute);
    expect(await sendAll()).toEqual(["delivered"]);
    expect(server.heard[0]?.parsed.text).toMatch(
      /100\.00 USDC to UBA, account ending in 6789\. (Deposit s|S)hort: 73\.60 USDC is missing/,
    );
  });

  it("is told although a clock that was ahead has written when the last one was due, and sent", async () => {
    await person("finance");
    const inAYear = new Date(Date.now() + 365 * 24 * 60 * minute).toISOString();
    const ledger = await db();
    await transfers(1);
    await ledger.updateTable("deliveries").set({ due_at: inAYear, first_try_at: inAYear }).execute();
    await bringBackTimes(ledger);
    expect(await sendAll()).toEqual(["delivered"]);
    await ledger.updateTable("deliveries").set({ done_at: inAYear }).execute();
    await transfers(1);
    await ledger.updateTable("deliveries").set({ due_at: new Date().toISOString() }).execute();
    expect(await sendAll()).toEqual(["delivered"]);
  });

  it("is not sent when nothing needs it any more, the role is gone, or the person chose so", async () => {
    const [ada, ben] = [await person("finance", "ada"), await person("finance", "ben")];
    const ledger = await db();
    const chosen = { person_id: ben, kind: "needs_you", is_on: 0 };
    await ledger.insertInto("mail_choices").values(chosen).execute();
    const ids = await transfers(2);
    expect(await rows()).toHaveLength(1);
    for (const id of ids) await settle(ledger, id);
    await age(minute);
    expect(await sendAll()).toEqual(["withdrawn"]);
    await transfers(1);
    await ledger.updateTable("people").set({ role: "support" }).where("id", "=", ada).execute();
    await age(minute);
    expect(await sendAll()).toEqual(["withdrawn"]);
    expect(heard()).toEqual([]);
  });

  it("takes a reason that time raised, while it stands, and says a status that was told only once", async () => {
    await person("admin");
    const [id = ""] = await transfers(1, "paid");
    expect(await rows()).toEqual([]);
    const ledger = await db();
    const raised = {
      transfer_id: id,
      from_status: "paid",
      to_status: "paid",
      kind: "attention.raised",
    } as const;
    await happen([
      { ...raised, detail: "failed" },
      { ...raised, detail: "chain_missing" },
    ]);
    const from_at = new Date().toISOString();
    await ledger
      .insertInto("attention")
      .values({
        ...{
          transfer_id: id,
          created_at: from_at,
          place: attentionReasons.indexOf("chain_missing"),
          from_at,
          told_at: from_at,
        },
        ...{ look_at: null, look_counts: null },
      })
      .execute();
    await age(minute);
    expect(await sendAll()).toEqual(["delivered"]);
    expect(heard()).toEqual(["admin@example.com: 1 transfer needs you"]);
    expect(server.heard[0]?.parsed.text).toContain("Reported, not on the network");
  });
});

describe("the day’s summary", () => {
  const at = (iso: string) => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(iso) });
  /** Three of Friday, and one of Sunday. */
  async function fill() {
    const ledger = await db();
    const random = randomFrom(3);
    const days = ["2026-10-30T10:00:00.000Z", "2026-10-30T11:00:00.000Z", "2026-10-30T12:00:00.000Z"];
    const created = [...days, "2026-11-01T22:30:00.000Z"].map((day) => randomTransfer(random, day));
    await insertTransfers(ledger, created);
    while (await followUp(ledger, lagos));
  }
  async function choose(role: Role) {
    const values = { person_id: await person(role), kind: "day_summary", is_on: 1 };
    await (await db()).insertInto("mail_choices").values(values).execute();
  }

  it("is one a person and day by choice, at eight on a weekday, though two servers write it", async () => {
    const ledger = await db();
    at("2026-11-02T06:59:00.000Z");
    await fill();
    await choose("support");
    await person("finance");
    expect(await appendDaySummaries(ledger, lagos)).toBeUndefined();
    at("2026-11-02T07:00:00.000Z");
    const days = await Promise.all([appendDaySummaries(ledger, lagos), appendDaySummaries(ledger, lagos)]);
    expect(days).toEqual(["2026-11-02", "2026-11-02"]);
    vi.useRealTimers();
    await age(0);
    await (await db()).updateTable("deliveries").set({ due_at: "2026-01-01T00:00:00.000Z" }).execute();
    expect(await sendAll()).toEqual(["delivered"]);
    expect(heard()).toEqual(["support@example.com: Transfers of 2026-10-30 to 2026-11-01"]);
    expect(server.heard[0]?.parsed.text).toMatch(/Created: 4\n- Reported paid: 0\n- Open: 4/);
  });

  it("is none on a Saturday, and none of a day without transfers", async () => {
    const ledger = await db();
    at("2026-10-31T09:00:00.000Z");
    await fill();
    await choose("support");
    expect(await appendDaySummaries(ledger, lagos)).toBe("2026-10-31");
    at("2026-11-25T09:00:00.000Z");
    await followUp(ledger, lagos);
    expect(await appendDaySummaries(ledger, lagos)).toBe("2026-11-25");
    expect(await rows()).toEqual([]);
  });
});
