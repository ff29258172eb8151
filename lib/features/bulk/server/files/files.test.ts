import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import type { AuditPage } from "#lib/contract/audit/audit";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { db } from "#lib/server/database/db";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { gtbankNumber, payoutTable } from "#lib/testing/bulk/payout-table";
import { readFile } from "./make-file";

/** The files that leave a batch, over the API. */

const four = payoutTable(
  ["100.50", "200", "300.000001", "4"].map((amount, at) => ["SANDBOX WAITS =1+1", at + 1, amount]),
);
const wallet = { wallet: "Wallet", from: `0x${"ab".repeat(20)}` };

async function funded() {
  const batches = await startBatches();
  const id = await batches.agreed(four);
  const done = await batches.createAll(id);
  const transfers = done.rows.map(({ transfer }) => transfer?.id ?? "");
  // The address stands once the sandbox has said so.
  const fund = (body: object) =>
    batches.send("POST", `/${id}/funding`, { body: { kind: "csv", asset: "base:usdc", ...body } });
  const askWallet = (transferId: string, body: object = {}) =>
    batches.dashboard.send("POST", `/api/transfers/${transferId}/fundings`, {
      body: { ...wallet, ...body },
      headers: { "idempotency-key": randomUUID() },
    });
  return { ...batches, id, transfers, fund, askWallet };
}

it("puts each transfer in one file, unless it is ticked again, and gives the file back byte for byte", async () => {
  const { id, read, fund, transfers, send } = await funded();
  const [own] = (await read(id)).funding?.assets ?? [];
  expect(own).toMatchObject({ asset: "base:usdc", count: 4, sum: "604.500001", leftOut: [], again: [] });
  expect(own?.kinds).toEqual(["csv", "safe_csv", "safe_json"]);
  expect((await fund({})).body).toEqual({ n: 1 });
  const after = (await read(id)).funding;
  expect(after?.files).toMatchObject([{ n: 1, count: 4, sum: "604.500001", seen: 0 }]);
  expect(after?.assets[0]).toMatchObject({ count: 0, leftOut: [{ reason: "in_file", count: 4 }] });
  expect((await fund({})).problem.code).toBe("already_funded");
  const again = transfers.slice(0, 1);
  expect((await fund({ again, kind: "safe_json" })).body).toEqual({ n: 2 });
  expect((await read(id)).funding?.files).toMatchObject([{ count: 4 }, { count: 1, kind: "safe_json" }]);
  const [first, second] = [await readFile(id, "1"), await readFile(id, "1")];
  expect(first.body).toBe(second.body);
  const rows = parse(first.body, { columns: true }) as {
    amount: string;
    sandbox: string;
    transfer: string;
  }[];
  expect(rows.map(({ amount, sandbox }) => `${sandbox} ${amount}`)).toEqual([
    ...["SANDBOX 100.50", "SANDBOX 200", "SANDBOX 300.000001", "SANDBOX 4"],
  ]);
  expect(rows.map(({ transfer }) => transfer).sort()).toEqual([...transfers].sort());
  expect((await send("GET", `/${id}/funding/3`)).problem.code).toBe("not_found");
  expect((await send("GET", `/${id}/funding/1`, { as: "support" })).status).toBe(403);
});

it("gives back no file that would be another one now, and says so", async () => {
  const { id, fund, send, dashboard } = await funded();
  await fund({});
  dashboard.spoil();
  // As after the token's decimals were corrected in the settings.
  for (const [from, to] of [
    ["100.50", "100.51"],
    ["100.51", "100.5000001"],
  ] as const) {
    const ledger = await db();
    const { rows } = await ledger.selectFrom("funding_files").select("rows").executeTakeFirstOrThrow();
    await ledger
      .updateTable("funding_files")
      .set({ rows: rows.replace(from, to) })
      .execute();
    const answer = await send("GET", `/${id}/funding/1`);
    expect([answer.status, answer.problem.code]).toEqual([409, "not_possible_now"]);
  }
});

it("asks a wallet beside a file only after a person has confirmed that very file, and no file beside a wallet", async () => {
  const { id, fund, transfers, askWallet, read } = await funded();
  const [first = "", second = ""] = transfers;
  expect((await askWallet(first)).status).toBe(201);
  expect((await fund({})).status).toBe(201);
  const { funding } = await read(id);
  expect(funding?.files[0]).toMatchObject({ count: 3 });
  expect(funding?.assets[0]?.leftOut).toEqual(
    expect.arrayContaining([expect.objectContaining({ reason: "asked", count: 1 })]),
  );
  const refused = await askWallet(second);
  expect(refused.problem.code).toBe("already_funded");
  expect((await askWallet(second, { confirmsFile: "2020-01-01T00:00:00.000Z" })).problem.code).toBe(
    "already_funded",
  );
  const { confirm } = refused.problem as unknown as { confirm: object };
  expect((await askWallet(second, confirm)).status).toBe(201);
});

it("makes a payer’s link beside a file only after a person has confirmed that very file", async () => {
  const { fund, transfers, dashboard } = await funded();
  const [first = "", second = ""] = transfers;
  const link = (id: string, body: object = {}) =>
    dashboard.send<{ link: string }>("POST", `/api/transfers/${id}/pay-link`, {
      body: { validHours: 2, ...body },
    });
  expect((await link(first)).status).toBe(201);
  expect((await fund({})).status).toBe(201);
  expect((await link(first)).status).toBe(201);
  const refused = await link(second);
  expect([refused.status, refused.problem.code]).toEqual([409, "already_funded"]);
  expect((await link(second, { confirmsFile: "2020-01-01T00:00:00.000Z" })).status).toBe(409);
  const { confirm } = refused.problem as unknown as { confirm: object };
  expect((await link(second, confirm)).body.link).toContain("/pay/");
  expect((await fund({ again: [second], kind: "safe_csv" })).problem.code).toBe("already_funded");
  // Another file since then is another question.
  await dashboard.send("DELETE", `/api/transfers/${second}/pay-link`);
  expect((await fund({ again: [second] })).status).toBe(201);
  expect((await link(second, confirm)).problem.code).toBe("already_funded");
});

it("gives one of two people who make a file at once each transfer", async () => {
  const { fund, read, id } = await funded();
  const both = await Promise.all([fund({}), fund({ kind: "safe_csv" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await read(id)).funding?.files).toMatchObject([{ count: 4 }]);
});

it("says in the result what became of each row, beside the columns that it came with", async () => {
  const { make, agree, createAll, send, dashboard } = await startBatches();
  const text = `Id,Name,Bank,Account,Amount\nx1,SANDBOX WAITS,000013,${gtbankNumber(1)},10\nx2,SANDBOX REFUSED,000013,${gtbankNumber(2)},20`;
  const { id } = (await make({ text })).body as Batch;
  await agree(id);
  await createAll(id);
  const answer = await send("GET", `/${id}/result?form=csv`);
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="SANDBOX-batch-\d{4}-\d\d-\d\d-result\.csv"$/),
  ]);
  expect((await send("GET", `/${id}/result?form=pdf`)).status).toBe(400);
  const { items } = (await dashboard.send<AuditPage>("GET", "/api/audit?action=batch_result_taken")).body;
  expect(items).toMatchObject([{ recordId: id }]);
});
