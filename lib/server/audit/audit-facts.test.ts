import { beforeEach, describe, expect, it } from "vitest";
import { type AuditAction, auditActionNames, auditActions } from "#lib/contract/audit/audit-actions";
import type { Db } from "#lib/server/tables/schema";
import { ada } from "#lib/testing/database/audit-entries";
import { openTestLedger } from "#lib/testing/database/database";
import { type AuditEntry, appendAudit } from "./audit";

let ledger: Db;
beforeEach(async () => {
  ledger = await openTestLedger();
});

const append = (entry: AuditEntry) => ledger.transaction().execute((trx) => appendAudit(trx, entry));
const rows = () => ledger.selectFrom("audit_log").selectAll().orderBy("seq").execute();

describe("what the log never holds", () => {
  const secrets = [
    "correct horse battery staple",
    "Tr0ub4dor&3",
    "482913",
    "ABCD-EFGH-IJKL",
    "ofr_live_51Hx8sKq9ZbYw3",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP",
    "__Host-session=abc",
    "0123456789",
    "3123456789",
  ];
  /** A fact that is a number by its nature cannot be told from another number of its length. */
  const numbers: Record<string, string[]> = {
    amount: ["482913", "3123456789"],
    codes: ["482913"],
    dueHours: ["482913"],
    minutes: ["482913"],
    rows: ["482913"],
    rules: ["482913"],
    saved: ["482913"],
    transfers: ["482913"],
    events: ["482913"],
    faults: ["482913"],
    sessions: ["482913"],
    sessionsEnded: ["482913"],
    linksEnded: ["482913"],
    locks: ["482913"],
    writtenAgain: ["482913"],
    withdrawn: ["482913"],
  };
  const facts = (action: AuditAction) => Object.keys(auditActions[action].detail.def.shape);

  it.each(auditActionNames)("of %s: a secret or an account number under any name", async (action) => {
    for (const name of [...facts(action), "password", "accountNumber", "text"]) {
      for (const secret of secrets.filter((text) => !numbers[name]?.includes(text))) {
        const entry = { ...ada, action, recordId: null, detail: { ...required(action), [name]: secret } };
        await expect(append(entry as AuditEntry), `${name}: ${secret}`).rejects.toThrow(RangeError);
      }
    }
    await append({ ...ada, action, recordId: null, detail: required(action) } as AuditEntry);
    expect(await rows()).toHaveLength(1);
  });

  it("cannot even be written down in the code", () => {
    const of = (entry: AuditEntry) => entry;
    // @ts-expect-error An unknown fact.
    of({ ...ada, action: "password_changed", recordId: "p", detail: { password: "x" } });
    // @ts-expect-error A fact of another action.
    of({ ...ada, action: "signed_out", recordId: "p", detail: { accountLastFour: "6789" } });
    // @ts-expect-error A word that is not of the list.
    of({ ...ada, action: "transfer_replayed", recordId: "p", detail: {} });
    expect(of({ ...ada, action: "signed_out", recordId: "p", detail: {} }).action).toBe("signed_out");
  });

  function required(action: AuditAction): object {
    const known: Record<string, unknown> = {
      email: "ben@example.com",
      role: "support",
      from: "support",
      to: "admin",
      amount: "1.5",
      rows: "12",
      isWhole: true,
      asset: "base:usdc",
      accountLastFour: "6789",
      oldLastFour: "1234",
      outcome: "exists",
      ...{
        said: "payee_said",
        day: "2026-11-24",
        month: "2026-11",
        firstDay: "2026-11-01",
        lastDay: "2026-11-30",
      },
      what: "transfers",
      status: "in_review",
      by: "a_command",
      hours: "24",
      showsBank: true,
      wallet: "not_sent",
      source: "a_backup",
      engine: "postgresql",
      transfers: "3",
      events: "12",
      locks: "3",
      mail: "day_summary",
      isOn: true,
      // A failed sign-in has reasons of its own, and need not give one.
      ...(action === "transfers_held" && { reason: "lost_transfers" }),
      ...(action === "endpoint_stopped" && { reason: "gone" }),
      ...(action === "batch_stopped" && { reason: "rate" }),
      writtenAgain: "2",
      withdrawn: "2",
      deliveries: "2",
      ...{ word: "quote_locked", meaning: "awaiting_deposit" },
      changed: "name logo",
      ...{ isLast: true, rules: "3", how: "called_back" },
      ...{ file: `sha256:${"0".repeat(64)}`, saved: "7", subject: `sha256:${"0".repeat(64)}` },
    };
    return Object.fromEntries(facts(action).flatMap((name) => (name in known ? [[name, known[name]]] : [])));
  }
});
