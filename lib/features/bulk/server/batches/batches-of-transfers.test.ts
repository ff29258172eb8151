import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import type { TransferWithEvents } from "#lib/contract/api";
import type { TransferPage, TransferSums } from "#lib/contract/transfer-list";
import { authSecret } from "#lib/server/credentials/secret";
import { db } from "#lib/server/database/db";
import { followUp } from "#lib/server/follow-up/follow-up";
import { startBatches } from "#lib/testing/bulk/batch-dashboard";
import { payoutTable } from "#lib/testing/bulk/payout-table";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { answerRequest } from "#lib/testing/servers/handlers";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { addEndpoint } from "#lib/testing/telling/endpoints";

const origin = "http://localhost:3000";

async function exported(filters: object): Promise<Record<string, string>[]> {
  const { cookie } = await writeSession(await db(), authSecret(), { role: "finance" });
  const headers = { host: "localhost:3000", origin, cookie, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(filters) };
  const answer = await answerRequest(new Request(`${origin}/api/transfers/export`, init));
  return parse(await answer.text(), { columns: true, bom: true });
}

/** A transfer that was made from a row says so wherever it is found, listed or told. */

const wishes = ["150000", "90000.50"];

async function twoBatches() {
  const batches = await startBatches({ WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" });
  await addEndpoint(await db(), "https://ledger.example/");
  const make = async (name: string, from: number) => {
    const rows = wishes.map((wish, at) => ["SANDBOX WAITS", from + at, wish] as const);
    const { id } = (await batches.make({ name, text: payoutTable(rows, "Naira") })).body;
    await batches.agree(id);
    return batches.createAll(id);
  };
  const november = await make("November salaries", 1);
  const vendors = await make("Vendors, December", 11);
  const find = async (query: string) =>
    (await batches.dashboard.send<TransferPage>("GET", `/api/transfers?${query}`)).body.items.map(
      ({ id }) => id,
    );
  return { ...batches, november, vendors, find };
}

const idsOf = ({ rows }: Awaited<ReturnType<typeof twoBatches>>["november"]) =>
  rows.map(({ transfer }) => transfer?.id ?? "").sort();

it("names the batch, the line and the asked naira of a transfer in the API, an export and a message", async () => {
  const { dashboard, november } = await twoBatches();
  const [first] = november.rows;
  const id = first?.transfer?.id ?? "";
  const place = { id: november.id, name: "November salaries", row: first?.n };
  const { body } = await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`);
  expect(body).toMatchObject({ batch: place, askedOutput: "150000" });

  const lines = await exported({ batch: november.id });
  expect(
    lines.map((line) => [line.Batch, line["Line of the batch"], line["Asked for (naira)"]]).sort(),
  ).toEqual([
    ...[
      ["", "", ""],
      ["November salaries", "2", "150000"],
      ["November salaries", "3", "90000.50"],
    ],
  ]);

  const ledger = await db();
  while (await followUp(ledger, "Africa/Lagos"));
  const told = await ledger.selectFrom("deliveries").select("body").where("subject", "=", id).execute();
  const data = told.map((row) => JSON.parse(row.body).data);
  expect(data.length).toBeGreaterThan(0);
  for (const each of data)
    expect(each).toMatchObject({ batch: { id: november.id, row: 2 }, askedOutput: "150000" });
  expect(JSON.stringify(data)).not.toContain("November");
});

it("lists, sums and searches the transfers of a batch alone", async () => {
  const { dashboard, november, vendors, find } = await twoBatches();
  // As of a token with few decimals, which pays out somewhat more than was asked for.
  dashboard.spoil();
  await (await db()).updateTable("transfers").set({ quote_output: "150004.99" }).execute();
  for (const batch of [november, vendors]) {
    expect((await find(`batch=${batch.id}`)).sort()).toEqual(idsOf(batch));
    expect((await find(`batch=${batch.id}&asset=base:usdc&sort=largest`)).sort()).toEqual(idsOf(batch));
    expect((await find(`batch=${batch.id}&bank=000013&status=paid`)).sort()).toEqual([]);
  }
  const all = [...idsOf(november), ...idsOf(vendors)].sort();
  expect(await find(`batch=${idsOf(november)[0]}`)).toEqual([]);
  for (const [text, ids] of [
    ["november salaries", idsOf(november)],
    ["Salaries", idsOf(november)],
    ["vendors dec", idsOf(vendors)],
    ["150000", [november, vendors].map(({ rows }) => rows.find(({ n }) => n === 2)?.transfer?.id).sort()],
    ["90,000.5", [november, vendors].map(({ rows }) => rows.find(({ n }) => n === 3)?.transfer?.id).sort()],
    ["vendors gtbank", idsOf(vendors)],
    ["sandbox", all],
  ] as const)
    expect([text, (await find(`q=${encodeURIComponent(text)}`)).sort()]).toEqual([text, ids]);
  expect(await find("q=salar")).toEqual([]);
  const ofNovember = `batch=${november.id}&q=${encodeURIComponent("vendors december")}`;
  expect(await find(ofNovember)).toEqual([]);
  const sums = await dashboard.send<TransferSums>("POST", "/api/transfers/sums", {
    body: { q: "november salaries" },
  });
  expect(sums.body).toMatchObject({ asked: 2, matched: [{ kind: "batch", count: 2 }] });
});

it("says of any other transfer that it is of no batch", async () => {
  const { dashboard } = await startBatches();
  const made = await dashboard.send("POST", "/api/transfers", {
    body: goodTransfer,
    headers: { "idempotency-key": randomUUID() },
  });
  expect(made.body).toMatchObject({ batch: null, askedOutput: null });
});
