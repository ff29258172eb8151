import { expect } from "@playwright/test";
import { readTransfer } from "./support/journey";
import { test } from "./support/test";
import { createByApi } from "./support/transfers";

test("look", async ({ page }) => {
  test.setTimeout(300_000);
  const shots = async (name: string) => {
    for (const scheme of ["light", "dark"] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await page.waitForTimeout(400);
        await page.screenshot({ path: `/tmp/pics/${name}-${scheme}-${width}.png`, fullPage: width === 390 });
      }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  const { id } = await createByApi(page, { accountName: "Adaeze Okonkwo" });
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("awaiting_deposit");
  await page.goto(`/transfers/${id}`);
  await shots("awaiting");
  await page.getByRole("button", { name: /^More/ }).click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: "/tmp/pics/more.png" });
  await page.keyboard.press("Escape");
  for (const status of ["deposit_received", "processing", "quantum_settled", "completed"])
    await page.request.post(`/api/transfers/${id}/sandbox`, { data: { status } });
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("paid");
  await page.reload();
  await shots("paid");
  await page.pdf({ path: "/tmp/pics/paid.pdf", preferCSSPageSize: true });
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 720, height: 1020 });
  await page.screenshot({ path: "/tmp/pics/paid-print.png" });
});
