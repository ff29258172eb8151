import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noRules } from "#lib/features/controls/rules";
import { appendAudit } from "#lib/server/audit/audit";
import { inTransaction } from "#lib/server/audit/transaction";
import { readActor } from "#lib/server/auth/session";
import { answerApi } from "#lib/server/verbs/dispatch";
import { type Controlled, oneMillion, startControlled, twoPeople } from "#lib/testing/controls/controlled";
import { readCsv } from "#lib/testing/read-csv";
import { answerRequest } from "#lib/testing/servers/handlers";
import { root } from "#lib/testing/servers/server-process";
import { withoutSheetMarks } from "#lib/words/export/without-sheet-marks";
import { sweepControls } from "../expire";
import { findEvidence } from "./find-evidence";

let house: Controlled;
let folder: string;
beforeEach(async () => {
  house = await startControlled();
  folder = mkdtempSync(join(tmpdir(), "evidence-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await house.close();
});

/** The file's bytes. */
async function download(query = "", who: { cookie: string } = house.chidi): Promise<Response> {
  const headers = { host: "localhost:3000", cookie: who.cookie };
  return answerRequest(new Request(`http://localhost:3000/api/approvals/export${query}`, { headers }));
}

async function fileOf(query = "") {
  const answer = await download(query);
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const cells = readCsv(new TextDecoder().decode(bytes));
  const [head = [], ...lines] = cells;
  const rows = lines
    .slice(0, -1)
    .map((line) => Object.fromEntries(head.map((name, at) => [name, withoutSheetMarks(line[at] ?? "")])));
  return { bytes, cells, rows, end: lines.at(-1) ?? [] };
}

const entries = () => house.ledger.selectFrom("audit_log").selectAll().orderBy("seq").execute();

/** As the sign-in writes it. */
async function confirm({ personId, email }: { personId: string; email: string }, secondFactor: string) {
  await inTransaction(house.ledger, (trx) =>
    appendAudit(trx, {
      ...{ actor: { id: personId, name: email }, address: null, userAgent: null },
      ...{
        action: "confirmed",
        recordId: personId,
        detail: { secondFactor: secondFactor as "recovery_code" },
      },
    }),
  );
}

/** A request of each end: approved by two after one whose approval counts no more, declined, withdrawn, expired, waiting, and rules. */
async function everyEnd() {
  const { ada, obi, ngozi, chidi, ask, decide, send, setRules, somebody, ledger } = house;
  await setRules(twoPeople);
  const account = (at: number) => ({ accountNumber: `012345678${at}`, confirmName: true });
  const gone = await somebody("finance", "Gone");
  const hostile = { reference: "=SUM(A1)", purpose: "a;=b \u2028 \"quoted\" \\ 'x'" };
  const approved = (await ask({ ...account(1), reference: hostile.reference })).body.id;
  await decide(approved, gone);
  await send(chidi, "PATCH", `/api/people/${gone.personId}`, { isDisabled: true });
  await confirm(obi, "recovery_code");
  await decide(approved, obi);
  await confirm(ngozi, "authenticator_code");
  expect((await decide(approved, ngozi)).body.state).toBe("approved");
  const declined = (await ask({ ...account(2), purpose: 'a;-b "quoted" \\ ’x’' })).body.id;
  await decide(declined, obi, { decision: "decline", reason: "-not our supplier" });
  const withdrawn = (await ask(account(3))).body.id;
  await send(ada, "POST", `/api/transfers/${withdrawn}/withdrawal`);
  const expired = (await ask(account(4))).body.id;
  await ledger
    .updateTable("requests")
    .set({ expires_at: "2026-01-01T00:00:00.000Z" })
    .where("subject_id", "=", expired)
    .execute();
  await sweepControls(ledger);
  const waiting = (await ask(account(5))).body.id;
  // Looser rules: one that another takes the place of, one that is stopped, and one that a second admin agrees to.
  await setRules(oneMillion);
  const { n } = await setRules({ ...noRules });
  const second = await somebody("admin", "Ife");
  await send(second, "POST", `/api/controls/${n}/stop`);
  const { pending } = await setRules({ ...noRules });
  await decide(pending?.requestId ?? "", second);
  // A payee's account that somebody agreed to, after one that was withdrawn.
  const account1 = { bankCode: "000013", accountNumber: "0123456701", accountName: "ACME FOODS" };
  const saved = await send<{ id: string }>(ada, "POST", "/api/payees", { name: "Acme", ...account1 });
  await setRules({ payeeChange: true });
  const payee = saved.body.id;
  const other = { ...account1, accountNumber: "0123456702", after: "1", howChecked: "=Called them" };
  await send(ada, "POST", `/api/payees/${payee}/versions`, other);
  await send(ada, "POST", `/api/payees/${payee}/withdrawal`, { version: "2" });
  await send(ada, "POST", `/api/payees/${payee}/versions`, other);
  await decide(`${payee}.3`, obi, { lastFour: "6702" });
  house.dashboard.spoil();
  return { approved, declined, withdrawn, expired, waiting };
}

describe("the file", () => {
  it("has a line for each request, whatever became of it, with who did what in which entry", async () => {
    const ids = await everyEnd();
    const { rows, end } = await fileOf();
    expect(rows.map((row) => [row["Asked for"], row.State, row["Ended by"]])).toEqual([
      ["a transfer", "approved", "Ngozi"],
      ["a transfer", "declined", "Obi"],
      ["a transfer", "withdrawn", "Ada"],
      ["a transfer", "expired", "This dashboard"],
      ["a transfer", "waiting", ""],
      ["looser rules", "withdrawn", "Chidi"],
      ["looser rules", "withdrawn", "Ife"],
      ["looser rules", "approved", "Ife"],
      ["a payee’s account", "withdrawn", "Ada"],
      ["a payee’s account", "approved", "Obi"],
    ]);
    expect(end.slice(0, 2)).toEqual(["End of the export", "10 requests"]);
    expect(rows.slice(0, 5).map((row) => row["Transfer ID"])).toEqual(Object.values(ids));
    const [first, second] = rows;
    expect(first).toMatchObject({
      ...{ "Asked by": "Ada", Needs: "2 approvals", "Rules number": "1", "Transaction ID": "txn_yes" },
      ...{ Reference: "=SUM(A1)", Recipe: "transfer-1", "Naira when asked": "1913409.88" },
      ...{ "Decision 1: person": "Gone", "Decision 1: counts no more": "Gone’s account is disabled" },
      ...{ "Decision 2: person": "Obi", "Decision 2: confirmed with": "password and recovery code" },
      ...{ "Decision 2: role": "finance", "Decision 2: naira seen": "1913409.88" },
      ...{ "Decision 3: confirmed with": "password and authenticator code" },
    });
    expect(second).toMatchObject({
      ...{ "Decision 1: decision": "declined", "Decision 1: reason": "-not our supplier" },
      ...{ "Transaction ID": "", "Sent at": "" },
    });
    const log = new Map((await entries()).map((entry) => [`${entry.seq}`, entry]));
    const actions = rows.map((row) =>
      ["Asked in entry", "Ended in entry", "Decision 1: entry", "Decision 3: entry"].map((name) => {
        const entry = log.get(row[name] ?? "");
        expect(row[`${name}, hash`] ?? "").toBe(entry?.hash ?? "");
        return entry?.action;
      }),
    );
    expect(actions).toEqual([
      ["transfer_created", "transfer_approved", "transfer_approved", "transfer_approved"],
      ["transfer_created", "transfer_declined", "transfer_declined", undefined],
      ["transfer_created", "transfer_withdrawn", undefined, undefined],
      ["transfer_created", "request_expired", undefined, undefined],
      ["transfer_created", undefined, undefined, undefined],
      ["controls_proposed", "controls_proposed", undefined, undefined],
      ["controls_proposed", "controls_stopped", undefined, undefined],
      ["controls_proposed", "controls_set", "controls_set", undefined],
      ["payee_account_proposed", "payee_account_withdrawn", undefined, undefined],
      ["payee_account_proposed", "payee_account_agreed", "payee_account_agreed", undefined],
    ]);
  });

  it("names what was done to an approver’s sign-in in the 30 days before", async () => {
    const { chidi, obi, setRules, ask, decide, ledger } = house;
    await setRules();
    await inTransaction(ledger, (trx) =>
      appendAudit(trx, {
        ...{ actor: { id: chidi.personId, name: chidi.email }, address: null, userAgent: null },
        ...{ action: "second_factor_reset", recordId: obi.personId, detail: { by: "an_administrator" } },
      }),
    );
    const { id } = (await ask()).body;
    const agreed = await decide(id, obi);
    expect(agreed.status, agreed.problem.detail).toBe(200);
    const [row] = (await fileOf()).rows;
    expect(row?.["Decision 1: done to their sign-in before"]).toMatch(
      /^Second factor reset by admin-\S+, 20\S+, entry \d+$/,
    );
  });

  it("says with what each decision was confirmed before it, and which unusual amount the maker confirmed", async () => {
    const { obi, setRules, ask, decide } = house;
    for (const amount of ["10", "11", "12"]) await ask({ amount });
    await setRules();
    const { id } = (await ask()).body;
    await confirm(obi, "recovery_code");
    expect((await decide(id, obi)).body.state).toBe("approved");
    // What came after it says nothing of it.
    await confirm(obi, "authenticator_code");
    const [row] = (await fileOf()).rows;
    expect(row).toMatchObject({
      "Decision 1: confirmed with": "password and recovery code",
      "Confirmed when asking": expect.stringMatching(/^More than 113 times what you usually/),
    });
  });

  it("has the days that were asked for, and the days of the business", async () => {
    const { setRules, ask, ledger } = house;
    await setRules();
    await ask();
    // In Lagos it is the 11th by then.
    await ledger.updateTable("requests").set({ asked_at: "2026-02-10T23:30:00.000Z" }).execute();
    const counts: Record<string, number> = {};
    for (const query of [
      "?to=2026-02-10",
      "?from=2026-02-11&to=2026-02-11",
      "?from=2026-02-12",
      "?from=2026-02-11",
    ])
      counts[query] = (await fileOf(query)).rows.length;
    expect(counts).toEqual({
      ...{
        "?to=2026-02-10": 0,
        "?from=2026-02-11&to=2026-02-11": 1,
        "?from=2026-02-12": 0,
        "?from=2026-02-11": 1,
      },
    });
    const bad = await download("?from=2026-02-12&to=2026-02-11");
    expect(bad.status).toBe(400);
    house.dashboard.spoil();
  });

  it("is for admins who have just confirmed, is counted, and is in the audit log with its hash", async () => {
    const { ada, setRules, ask, somebody } = house;
    await setRules();
    await ask();
    expect((await download("", ada)).status).toBe(403);
    const old = await somebody("admin", "Old", { confirmed: -10 * 60_000 });
    expect(await (await download("", old)).json()).toMatchObject({ code: "confirmation_needed" });
    const { bytes } = await fileOf("?from=2026-01-01");
    const [begun, ended] = (await entries()).slice(-2);
    expect([begun?.action, JSON.parse(begun?.detail ?? "")]).toEqual([
      "export_made",
      { what: "approvals", format: "csv", firstDay: "2026-01-01" },
    ]);
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect([ended?.action, JSON.parse(ended?.detail ?? "")]).toEqual([
      "export_ended",
      { rows: "1", isWhole: true, file: `sha256:${hash}` },
    ]);
    const statuses = [];
    for (let at = 0; at < 10; at++) {
      const answer = await download();
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it("has more lines than a page, each once, in their order", async () => {
    const { setRules, ask, ledger } = house;
    await setRules();
    const { id } = (await ask()).body;
    const row = await ledger.selectFrom("requests").selectAll().executeTakeFirstOrThrow();
    for (let at = 0; at < 120; at++) {
      const more = {
        id: `more-${at}`,
        subject_id: `${id}-${at}`,
        asked_at: `2026-01-0${1 + (at % 3)}T00:00:00.000Z`,
      };
      await ledger
        .insertInto("requests")
        .values({ ...row, ...more })
        .execute();
    }
    const { rows, end } = await fileOf();
    const all = await ledger.selectFrom("requests").select("id").orderBy("asked_at").orderBy("id").execute();
    expect(rows.map((each) => each["Request ID"])).toEqual(all.map((each) => each.id));
    expect(end[1]).toBe("121 requests");
    house.dashboard.spoil();
  });
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.skipIf(!hasPython)("the script for an auditor", () => {
  const check = (bytes: Uint8Array, ...args: string[]) => {
    const file = join(folder, "approvals.csv");
    writeFileSync(file, bytes);
    const script = join(root, "docs/evidence/check-evidence.py");
    const { status, stdout, stderr } = spawnSync("python3", [script, file, ...args], { encoding: "utf8" });
    return { status, words: `${stdout}${stderr}`.trim() };
  };
  const quoted = (cell: string) => (cell === "" ? "" : `"${cell.replaceAll('"', '""')}"`);
  const written = (cells: string[][]) =>
    new TextEncoder().encode(`\ufeff${cells.map((line) => line.map(quoted).join(",")).join("\r\n")}\r\n`);

  it("computes every hash again, and finds each cell that was changed", async () => {
    await everyEnd();
    const { bytes, cells } = await fileOf();
    const digest = JSON.parse((await entries()).at(-1)?.detail ?? "").file as string;
    expect(check(bytes, digest)).toEqual({
      status: 0,
      words: `Every hash is right. Lines: 10. The file: ${digest}`,
    });
    expect(check(written(cells), digest).status).toBe(0);
    /** What the script says of one cell with something added, from its line alone unless the file's hash is given. */
    const changed = (line: number, name: string, ...args: string[]) => {
      const at = cells[0]?.indexOf(name) ?? -1;
      const other = cells.map((row, place) => (place === line ? row.with(at, `${row[at]}1`) : row));
      return check(written(other), ...args);
    };
    const values = ["Amount", "Token", "Network", "Bank code", "Bank", "Account number", "Account name"];
    const texts = ["Reference", "Purpose", "Asked by, ID", "Hashed text", "Recipe", "Subject hash"];
    for (const name of [...values, ...texts, "Decision 3: subject hash"]) {
      const { status, words } = changed(1, name);
      expect([status, words.split(":")[0]], name).toEqual([1, "line 2"]);
    }
    for (const name of ["Bank code", "Bank", "Account number", "Account name", "Asked by, ID"])
      expect(changed(10, name).words, name).toContain("line 11");
    expect(changed(8, "Hashed text").words).toContain("line 9: the hash is not that of its text");
    expect(changed(2, "Decision 1: person").status).toBe(0);
    expect(changed(2, "Decision 1: person", digest).words).toBe("the file is not the one that was exported");
    expect(check(written(cells.slice(0, -1))).words).toContain("the file is incomplete");
  });
});

it("breaks off where somebody decides meanwhile, so that no line is cut short", async () => {
  const { setRules, ask, decide, obi, ngozi, ledger } = house;
  await setRules(twoPeople);
  const { id } = (await ask()).body;
  const row = await ledger.selectFrom("requests").selectAll().executeTakeFirstOrThrow();
  for (let at = 0; at < 60; at++)
    await ledger
      .insertInto("requests")
      .values({ ...row, id: `more-${at}`, subject_id: `${id}-${at}`, asked_at: "2026-01-01T00:00:00.000Z" })
      .execute();
  house.dashboard.spoil();
  const answer = await download();
  const reader = answer.body?.getReader();
  await reader?.read();
  await decide(id, obi);
  await decide(id, ngozi);
  const rest = async () => {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read());
  };
  await expect(rest()).rejects.toThrow();
  const { rows } = await fileOf();
  expect(rows.at(-1)).toMatchObject({ "Decision 2: person": "Ngozi" });
});

it("leaves nothing running after a request that reads no body", async () => {
  const url = "http://localhost:3000/api/approvals/export";
  const headers = new Headers({ host: "localhost:3000", cookie: house.chidi.cookie });
  const head = await answerApi({ method: "HEAD", url, headers, body: null }, ["approvals", "export"]);
  expect([head.status, head.body]).toEqual([200, null]);
  expect((await fileOf()).end[1]).toBe("0 requests");
});

it("shows the record of a transfer with its whole account number, which is in the log before", async () => {
  const { setRules, ask, chidi } = house;
  await setRules();
  const { id } = (await ask()).body;
  const actor = await readActor(new Headers({ cookie: chidi.cookie }), true);
  if (actor === undefined) throw new Error("Nobody is signed in.");
  expect((await findEvidence(id, actor)).transfer.account_number).toBe("0123456789");
  expect((await entries()).at(-1)).toMatchObject({
    ...{ action: "account_number_shown", actor_id: chidi.personId, record_id: id },
    detail: '{"accountLastFour":"6789"}',
  });
});

it("breaks off where whoever exports is no admin any more", async () => {
  const { setRules, ask, ledger, chidi } = house;
  await setRules();
  const { id } = (await ask()).body;
  const row = await ledger.selectFrom("requests").selectAll().executeTakeFirstOrThrow();
  for (let at = 0; at < 120; at++)
    await ledger
      .insertInto("requests")
      .values({ ...row, id: `more-${at}`, subject_id: `${id}-${at}`, asked_at: "2026-01-01T00:00:00.000Z" })
      .execute();
  house.dashboard.spoil();
  const reader = (await download()).body?.getReader();
  await reader?.read();
  await ledger.updateTable("people").set({ role: "finance" }).where("id", "=", chidi.personId).execute();
  const rest = async () => {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read());
  };
  await expect(rest()).rejects.toThrow();
});

it("has for each of two decisions of one person the entry and the factor of its own", async () => {
  const { setRules, ask, decide, obi, ngozi, ledger } = house;
  await setRules(twoPeople);
  const { id } = (await ask()).body;
  const setRole = (role: "finance" | "support") =>
    ledger.updateTable("people").set({ role }).where("id", "=", obi.personId).execute();
  await confirm(obi, "recovery_code");
  await decide(id, obi);
  // It counts no more then, and Obi gives another later.
  await setRole("support");
  await decide(id, ngozi);
  await setRole("finance");
  await confirm(obi, "authenticator_code");
  expect((await decide(id, obi)).body.state).toBe("approved");
  const [row = {}] = (await fileOf()).rows;
  const own = (await entries()).filter(
    ({ action, actor_id }) => action === "transfer_approved" && actor_id === obi.personId,
  );
  const shown = ["Decision 1", "Decision 3"].map((name) => [
    ...[row[`${name}: person`], row[`${name}: entry`], row[`${name}: confirmed with`]],
  ]);
  expect(shown).toEqual([
    ["Obi", `${own[0]?.seq}`, "password and recovery code"],
    ["Obi", `${own[1]?.seq}`, "password and authenticator code"],
  ]);
});
