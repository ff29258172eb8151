import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { TransferWithEvents } from "#lib/contract/api";
import type { PayLink } from "#lib/contract/pay/pay-links";
import type { TransferPage } from "#lib/contract/transfer-list";
import { answer, type FaultyService, reset } from "#lib/testing/service/faulty-service";
import { gtbankAccount } from "./journey";

let count = 0;

/** A transfer of a payee that no other test has, made through our API. */
export async function createByApi(page: Page, extra: object = {}): Promise<TransferWithEvents> {
  count += 1;
  const accountNumber = gtbankAccount(`${Date.now()}${count}`.slice(-9));
  const answered = await page.request.post("/api/transfers", {
    headers: { "idempotency-key": randomUUID() },
    data: {
      amount: "1250.50",
      asset: "base:usdc",
      bankCode: "000013",
      accountNumber,
      accountName: "Adaeze Okonkwo",
      ...extra,
    },
  });
  expect(answered.status(), await answered.text()).toBeLessThan(300);
  return (await answered.json()) as TransferWithEvents;
}

/** The path of a link by which somebody else pays it. */
export async function linkByApi(page: Page, { id }: TransferWithEvents): Promise<string> {
  const made = await page.request.post(`/api/transfers/${id}/pay-link`, { data: { validHours: 2 } });
  expect(made.status(), await made.text()).toBe(201);
  return new URL(((await made.json()) as PayLink).link).pathname;
}

/** One that the sandbox reports paid. */
export async function payByApi(page: Page, extra: object = {}): Promise<TransferWithEvents> {
  const transfer = await createByApi(page, extra);
  for (const status of ["deposit_received", "processing", "completed"])
    await page.request.post(`/api/transfers/${transfer.id}/sandbox`, { data: { status } });
  // By the list: reading the transfer itself is logged as a view of its account number.
  const status = async () => {
    const answer = await page.request.get(`/api/transfers?q=${transfer.id}`);
    return ((await answer.json()) as TransferPage).items[0]?.status;
  };
  await expect.poll(status).toBe("paid");
  return transfer;
}

/** One whose answer is lost; `report` sends what the service would send to its callback URL. */
export async function createUnknown(page: Page, service: FaultyService, extra: object = {}) {
  service.behave("initiate", reset);
  const transfer = await createByApi(page, extra);
  expect(transfer.status).toBe("unknown");
  return { ...transfer, report: reporter(page, service) };
}

/** One that is accepted with an ID and an address of its own. */
export async function createAccepted(page: Page, service: FaultyService, extra: object = {}) {
  const address = `0x${randomUUID().replaceAll("-", "")}`.padEnd(42, "0");
  const body = { success: true, address, transactionId: `txn_${randomUUID()}` };
  service.behave("initiate", answer(200, JSON.stringify(body)));
  const transfer = await createByApi(page, extra);
  expect(transfer.status).toBe("accepted");
  return { ...transfer, report: reporter(page, service) };
}

/** Sends to the callback URL of the newest initiate. */
export function reporter(page: Page, service: FaultyService) {
  const sent = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as { callbackUrl: string };
  const path = new URL(sent.callbackUrl).pathname;
  return async (data: object | string | Buffer, contentType = "application/json") => {
    const answered = await page.request.post(path, { data, headers: { "content-type": contentType } });
    expect(answered.status()).toBe(204);
  };
}
