import { expect, type Page } from "@playwright/test";
import { test } from "./support/dashboards/test";
import { readTransfer } from "./support/steps/journey";
import { createByApi } from "./support/steps/transfers";

const qr = (page: Page) => page.getByRole("img", { name: /QR code/ });

/** How many sheets of A4 the page takes. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

test("a transfer prints on one sheet: with its QR code while the deposit is awaited, without it once paid", async ({
  page,
}) => {
  const { id } = await createByApi(page, {
    accountName: "SANDBOX WAITS",
    reference: "INV-2041",
    purpose: "Rent for November, the shop on Allen Avenue",
  });
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("awaiting_deposit");
  await page.goto(`/transfers/${id}`);
  await expect(qr(page)).toBeVisible();
  expect(await countSheets(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(qr(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  // When it was created is exact there.
  await expect(page.getByText(/^\d+ \w{3} \d{4}, \d\d:\d\d:\d\d$/).first()).toBeVisible();
  await expect(page.getByText(/ ago$/)).toBeHidden();
  await page.emulateMedia({ media: null });

  for (const status of ["deposit_received", "processing", "completed"])
    await page.request.post(`/api/transfers/${id}/sandbox`, { data: { status } });
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("paid");
  await page.reload();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(qr(page)).toHaveCount(0);
  const advice = page.getByRole("region", { name: "Payment advice" });
  await expect(advice).toContainText("INV-2041");
  await expect(advice).toContainText("Rent for November");
  expect(await countSheets(page)).toBe(1);
});
