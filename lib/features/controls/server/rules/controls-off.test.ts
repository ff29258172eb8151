import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalDetail, ControlsState } from "#lib/features/controls/controls-api";
import { noRules } from "#lib/features/controls/rules";
import { findTransfer } from "#lib/server/ledger/transfers";
import { verifyLedger } from "#lib/server/verify/verify-ledger";
import { type Controlled, oneMillion, startControlled, twoPeople } from "#lib/testing/controls/controlled";
import { spawnCommand } from "#lib/testing/servers/command";
import { hasControls } from "../presence";
import { findSwitchedOff, shownForMs, switchOff } from "./controls-off";

let house: Controlled;
beforeEach(async () => {
  house = await startControlled();
});
afterEach(() => house.close());

const state = async () => (await house.send<ControlsState>(house.chidi, "GET", "/api/controls")).body;
const why = "The only other approver has left.";

describe("npm run controls-off", () => {
  it("ends every rule at once beside a server that runs, with its reason, and is in the audit log", async () => {
    const { setRules, ask, ledger } = house;
    await setRules();
    const run = async (...args: string[]) => {
      const { ended, exitCode, output } = spawnCommand(
        process.env.DATABASE_URL ?? "",
        "controls-off",
        ...args,
      );
      await ended;
      return { code: exitCode(), words: output().trim() };
    };
    expect(await run()).toEqual({ code: 1, words: "Say why, in 1 to 500 characters. Nothing was changed." });
    for (const reason of ["  ", "\u200b", "x".repeat(501)])
      await expect(switchOff(ledger, reason), reason).rejects.toThrow("Say why, in 1 to 500 characters.");
    expect((await state()).n).toBe(1);
    const done = await run("--reason", why);
    expect(done).toMatchObject({ code: 0, words: expect.stringContaining("off from now on (version 2)") });
    expect(await state()).toMatchObject({
      n: 2,
      rules: noRules,
      set: { by: null, reason: why },
      pending: null,
    });
    expect((await ask()).body.status).toBe("accepted");
    const log = await ledger.selectFrom("audit_log").selectAll().orderBy("seq").execute();
    expect(log.filter(({ action }) => action === "controls_switched_off")).toMatchObject([
      { actor_id: null, detail: '{"rules":"2"}' },
    ]);
    const again = await run("--reason", why);
    expect(again).toEqual({ code: 1, words: "No rule for payouts is on. Nothing was changed." });
    expect((await verifyLedger(ledger)).differences).toEqual([]);
  });
});

describe("switching off", () => {
  it("leaves what waits needing what it needed, and ends looser rules that wait", async () => {
    const { setRules, ask, decide, obi, ngozi, chidi, ledger, send, somebody } = house;
    await setRules(twoPeople);
    const { id } = (await ask()).body;
    const { pending } = await setRules(oneMillion);
    await switchOff(ledger, why);
    expect((await decide(id, obi)).body).toMatchObject({ state: "waiting", needed: { people: 2 } });
    expect((await findTransfer(id)).status).toBe("awaiting_approval");
    expect(await hasControls()).toBe(true);
    expect((await decide(id, ngozi)).body.state).toBe("approved");
    expect(await hasControls()).toBe(false);
    expect((await state()).pending).toBeNull();
    const request = (await send<ApprovalDetail>(chidi, "GET", `/api/approvals/${pending?.requestId}`)).body;
    expect(request.state).toBe("withdrawn");
    const second = await somebody("admin", "Ife");
    expect((await decide(request.id, second)).problem.code).toBe("not_waiting");
    expect((await state()).rules).toEqual(noRules);
  });

  it("refuses where no rule was ever set", async () => {
    await expect(switchOff(house.ledger, why)).rejects.toThrow("No rule for payouts is on.");
    expect((await state()).n).toBe(0);
  });

  it("is shown for 72 hours, also where rules were set again", async () => {
    const { setRules, ledger } = house;
    expect(await findSwitchedOff(ledger)).toBeUndefined();
    await setRules();
    await switchOff(ledger, why);
    expect(await findSwitchedOff(ledger)).toMatchObject({ reason: why, isOffStill: true });
    await setRules();
    expect(await findSwitchedOff(ledger)).toMatchObject({ reason: why, isOffStill: false });
    const move = (ms: number) =>
      ledger
        .updateTable("control_rules")
        .set({ made_at: new Date(Date.now() - shownForMs + ms).toISOString() })
        .where("by", "is", null)
        .execute();
    await move(60_000);
    expect(await findSwitchedOff(ledger)).toBeDefined();
    await move(-1);
    expect(await findSwitchedOff(ledger)).toBeUndefined();
    house.dashboard.spoil();
  });
});
