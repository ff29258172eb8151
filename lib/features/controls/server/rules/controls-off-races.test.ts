import { expect, it } from "vitest";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { findTransfer } from "#lib/server/ledger/transfers";
import { oneMillion, startControlled, twoPeople } from "#lib/testing/controls/controlled";
import { switchOff } from "./controls-off";
import { activateDue } from "./rules-acts";

/** Switching off at the same time as each of these, both orders. */
const acts = [
  "ask",
  "approve",
  "withdraw",
  "tighten",
  "loosen",
  "agree",
  "stop",
  "end of the hold",
  "off",
] as const;

it("leaves one version that counts, nothing pending, and what waited as it was, whatever goes on", async () => {
  const house = await startControlled();
  const { ask, decide, send, setRules, ledger, service, ada, obi, ngozi, chidi, somebody } = house;
  // One person may set rules 30 times a minute.
  const admins = [chidi];
  const nextAdmin = async () => {
    if (admins.length < 30) admins.push(await somebody("admin", `Admin ${admins.length}`));
    return admins.at(-1) ?? chidi;
  };
  const off = () => switchOff(ledger, "A race.").catch((error: unknown) => error);
  try {
    for (const [at, act] of [...acts, ...acts].entries()) {
      const [by, another] = [await nextAdmin(), await nextAdmin()];
      await setRules(twoPeople, by);
      const accountNumber = `${3_000_000_000 + at}`;
      const asked = (await ask({ accountNumber, confirmName: true })).body;
      expect(asked.status, "it waits first").toBe("awaiting_approval");
      await decide(asked.id, obi);
      const { pending, n } = await setRules(oneMillion, by);
      if (act === "end of the hold")
        await ledger
          .updateTable("control_rules")
          .set({ effective_at: "2026-01-01T00:00:00.000Z" })
          .where("state", "=", "proposed")
          .execute();
      const sent = service.callsOf("initiate").length;
      const change = (rules: object) =>
        send<ControlsState>(by, "POST", "/api/controls", { after: `${n}`, rules: { ...noRules, ...rules } });
      const run: Record<(typeof acts)[number], () => Promise<unknown>> = {
        ask: () => ask({ accountNumber: `${4_000_000_000 + at}`, confirmName: true }),
        approve: () => decide(asked.id, ngozi),
        withdraw: () => send(ada, "POST", `/api/transfers/${asked.id}/withdrawal`),
        tighten: () => change({ ...twoPeople, transferNaira: "90000000" }),
        loosen: () => change({}),
        agree: () => decide(pending?.requestId ?? "", another),
        stop: () => send(another, "POST", `/api/controls/${n}/stop`),
        "end of the hold": () => activateDue(ledger),
        off,
      };
      const isFirst = at < acts.length;
      await Promise.all(isFirst ? [off(), run[act]()] : [run[act](), off()]);
      const rows = await ledger.selectFrom("control_rules").selectAll().orderBy("n").execute();
      const count = (which: string) => rows.filter(({ state }) => state === which).length;
      const words = `${act}, ${isFirst ? "second" : "first"}: ${rows.map(({ state }) => state).join(" ")}`;
      expect([count("active") <= 1, count("proposed") <= 1], words).toEqual([true, true]);
      const last = rows.findLast(({ by: setter }) => setter === null);
      const later = rows.filter((row) => row.n > (last?.n ?? 0));
      // Only what was set after it counts or waits.
      for (const row of rows.filter(({ state }) => state === "active" || state === "proposed"))
        expect(row === last || later.includes(row), words).toBe(true);
      const waiting = await ledger
        .selectFrom("requests")
        .select("id")
        .where("kind", "=", "rules")
        .where("state", "=", "waiting")
        .execute();
      expect(waiting, words).toHaveLength(count("proposed"));
      const { status } = await findTransfer(asked.id);
      const ends = { approve: "accepted", withdraw: "cancelled" } as Record<string, string>;
      expect(status, words).toBe(ends[act] ?? "awaiting_approval");
      const most = act === "approve" || act === "ask" ? 1 : 0;
      expect(service.callsOf("initiate").length - sent, words).toBeLessThanOrEqual(most);
      // Back to no rule, so that the next round begins alike.
      await switchOff(ledger, "Again.").catch(() => undefined);
    }
    house.dashboard.spoil();
  } finally {
    await house.close();
  }
});
