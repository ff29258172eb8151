import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/faulty-test";
import { readTransfer } from "./support/steps/journey";
import { createAccepted } from "./support/steps/transfers";

// No call is meant to time out here, and each state is looked at by axe four times.
test("a note, what arrived and its withdrawal stand in the timeline as a person's, without a reload", async ({
  page,
  service,
}) => {
  const { id, report } = await createAccepted(page, service);
  await report({ status: "completed" });
  await page.goto(`/transfers/${id}`);
  const records = page.getByRole("region", { name: "Your records" });
  const timeline = page.getByRole("region", { name: "Timeline" });
  await records.getByRole("button", { name: "Add a note" }).click();
  await expect(records.getByLabel("Note")).toBeFocused();
  await records.getByRole("button", { name: "Add the note" }).click();
  await expect(records.getByText("Say why, so that others can follow it.")).toBeVisible();
  await expectAccessible(page, "a note to correct");
  await records.getByLabel("Note").fill("Adaeze called.");
  await records.getByRole("button", { name: "Add the note" }).dblclick();
  await expect(records.getByText("The note is in the timeline.")).toBeFocused();
  await expect(timeline.getByRole("listitem").last()).toContainText(
    /Note\s*owner@example\.com.*Adaeze called\./s,
  );

  await expect(page.getByText("Confirmed by the payee")).toHaveCount(0);
  const received = page.getByRole("region", { name: "Received" });
  await received.getByRole("button", { name: "Record what arrived" }).click();
  await expect(received.getByLabel(/^Amount that arrived/)).toBeFocused();
  await received.getByRole("button", { name: "Record what arrived" }).last().click();
  await expect(received.getByText("Enter the amount that arrived, such as 338823.53.")).toBeVisible();
  await expectAccessible(page, "what arrived, to correct");
  await received.getByLabel(/^Amount that arrived/).fill("1,000.50");
  await received.getByLabel(/^Day/).fill("today");
  await expect(received.getByLabel(/^Why .* less than expected/)).toBeVisible();
  await received.getByLabel(/^Why .* less than expected/).selectOption("A charge of the bank");
  await received.getByLabel("Who told you, and how").fill("Adaeze, by phone");
  await received.getByRole("button", { name: "Record what arrived" }).last().dblclick();
  await expect(received.getByText("Confirmed by the payee")).toBeVisible();
  await expect(received).toContainText(/1,000\.50 NGN on/);
  await expect(received).toContainText("less than expected: a charge of the bank.");
  await expectAccessible(page, "received");
  await received.getByRole("button", { name: "Withdraw this record" }).click();
  await received.getByLabel("Why it is withdrawn").fill("It was another payout.");
  await received.getByRole("button", { name: "Withdraw this record" }).last().click();
  await expect(page.getByText("Confirmed by the payee", { exact: true })).toHaveCount(0);
  await expect(timeline.getByRole("listitem").last()).toContainText("It was another payout.");

  const { received: said, events } = await readTransfer(page, id);
  expect(said).toEqual([]);
  expect(events.slice(-3).map(({ source, kind }) => `${source} ${kind}`)).toEqual([
    "person note",
    "person received",
    "person received_withdrawn",
  ]);
  await page.reload();
  await expect(timeline.getByText("Adaeze called.")).toBeVisible();
});

test("the timeline says what is unusual of a callback, and reads no word that nobody knows", async ({
  page,
  service,
}) => {
  const { id, report } = await createAccepted(page, service);
  for (const _ of [1, 2, 3]) await report({ status: "Funds Received" });
  await report({ status: "completed", transactionId: "txn_of_somebody_else" });
  await report({ status: "quantum_settled" });
  await report("x".repeat(70_000), "text/plain");
  await report(Buffer.from([0xff, 0xfe, 0x00]), "application/octet-stream");
  await page.goto(`/transfers/${id}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  const entry = (text: string) => timeline.getByRole("listitem").filter({ hasText: text });
  await expect(entry("Funds Received")).toContainText(/^Deposit received/);
  await expect(entry("Funds Received")).toContainText("It arrived 3 times. We counted it once.");
  await expect(entry("It is for another transaction. We kept it, and nothing changed.")).toContainText(
    "completed",
  );
  await expect(entry("quantum_settled")).toContainText("We don’t know what this status means for the money.");
  await expect(entry("Only the first 64 kB of it were kept.")).toHaveCount(1);
  await expect(entry("not text, shown as base64")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "The service said “quantum_settled”" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText("Deposit received");
  await entry("quantum_settled").locator("summary").click();
  await expect(entry("quantum_settled").getByRole("textbox")).toHaveValue(
    '{\n  "status": "quantum_settled"\n}',
  );
  await expectAccessible(page, "unusual callbacks");
  await expect(page.getByText("Sandbox: act as the service")).toHaveCount(0);
});
