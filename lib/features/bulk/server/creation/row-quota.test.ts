import { expect, it } from "vitest";
import type { Actor } from "#lib/server/auth/actor";
import { quotas, spendQuota } from "#lib/server/auth/quota";
import { db } from "#lib/server/database/db";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { payoutTable } from "#lib/testing/bulk/payout-table";

it("tells what was created before the rows of a minute were used up, and then how long to wait", async () => {
  const { agreed, create, read } = await startBatches();
  const rows = Array.from({ length: 8 }, (_, at) => ["SANDBOX WAITS", at + 1, "10"] as const);
  const id = await agreed(payoutTable(rows));
  const person = await (await db()).selectFrom("people").select("id").executeTakeFirstOrThrow();
  const actor = { person, from: { address: null, userAgent: null } } as unknown as Actor;
  for (let spent = 0; spent < quotas.rows.most() - 5; spent++) await spendQuota("rows", actor);
  const some = await create(id);
  expect([some.status, some.body.state, some.body.counts]).toMatchObject([
    ...[200, "creating", { created: 5, toGo: 3 }],
  ]);
  const limited = await create(id);
  expect([limited.status, limited.problem.code]).toEqual([429, "too_many_requests"]);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  // Nothing of it stops the batch.
  expect(await read(id)).toMatchObject({ state: "creating", stopped: null, counts: { created: 5 } });
});
