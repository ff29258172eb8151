import { expect, it } from "vitest";
import { startControlled, twoPeople } from "#lib/testing/controls/controlled";

it("of two changes at once that each take an approver away, the one that leaves too few is asked", async () => {
  const { ledger, send, setRules, chidi, obi, ngozi, close } = await startControlled();
  try {
    await setRules(twoPeople);
    const disable = async (id: string) => {
      const { status, problem } = await send(chidi, "PATCH", `/api/people/${id}`, { isDisabled: true });
      return status === 200 ? "done" : problem.code;
    };
    for (let round = 0; round < 6; round++) {
      const said = await Promise.all([disable(ngozi.personId), disable(obi.personId)]);
      expect(said.sort(), `round ${round}`).toEqual(["done", "nobody_approves"]);
      await ledger.updateTable("people").set({ is_disabled: 0 }).execute();
    }
  } finally {
    await close();
  }
});
