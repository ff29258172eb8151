import { expect, it } from "vitest";
import { inTransaction } from "#lib/server/audit/transaction";
import { openTestLedger } from "#lib/testing/database/database";
import { makeLink } from "./links";

it("leaves one link for an address, however many are made at once", async () => {
  const ledger = await openTestLedger();
  const link = { kind: "invitation", email: "eve@example.com", person_id: null, created_by: null } as const;
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      inTransaction(ledger, (trx) => makeLink(trx, { ...link, role: at % 2 === 0 ? "support" : "admin" })),
    ),
  );
  expect(await ledger.selectFrom("one_time_links").select("email").execute()).toHaveLength(1);
});
