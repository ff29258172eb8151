import { expect, it } from "vitest";
import type { PayeeVersionRow } from "#lib/server/tables/payee-rows";
import { payeeLine } from "./cover-hash";

const version: PayeeVersionRow = {
  ...{ payee_id: "payee", n: 1, bank_code: "058", bank_name: "GTBank", account_number: "0123456789" },
  ...{ account_name: "ADA OKAFOR", how_checked: "Called.", state: "current" },
  ...{ at: "2026-11-27T10:00:00.000Z", person_name: "ada@example.com", cover_key: "key", needs_agreement: 0 },
};

// Its names stand in another table too, which a forger would change as well.
it.each(Object.keys(version).filter((column) => column !== "state"))(
  "covers %s of a payee's account",
  (column) => {
    expect(payeeLine({ ...version, [column]: column === "n" ? 2 : "forged" })).not.toBe(payeeLine(version));
  },
);
