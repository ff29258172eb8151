import { expect, type Page } from "@playwright/test";
import { test } from "./support/dashboards/test";
import { readTransfer } from "./support/steps/journey";
import { createByApi, payByApi } from "./support/steps/transfers";

const qr = (page: Page) => page.getByRole("img", { name: /QR code/ });

/** How many sheets of A4 the page takes. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
}

test("a transfer prints on one sheet: with its QR code while the deposit is awaited, without it once paid", {
  tag: "@detail",
}, async ({ page }) => {
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

/** Texts that paper would cut, or print over one another. */
function badlyPrinted(): string[] {
  const texts: { text: string; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const parent = node.parentElement;
    if (text === "" || parent === null || parent.closest(".sr-only") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 0) texts.push({ text, box });
  }
  const isOver = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
  return texts.flatMap(({ text, box }, at) => [
    ...(box.right > document.documentElement.clientWidth + 1 || box.left < -1 ? [`cut: ${text}`] : []),
    ...texts
      .slice(at + 1)
      .filter((other) => isOver(box, other.box))
      .map((other) => `${text} over ${other.text}`),
  ]);
}

test("the advice on paper is for the recipient: every digit, nothing over another, and no order of ours", {
  tag: "@detail",
}, async ({ page }) => {
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS", amount: "100" });
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("awaiting_deposit");
  const drive = (status: string) => page.request.post(`/api/transfers/${id}/sandbox`, { data: { status } });
  for (const act of ["pay_short", "pay_short", "pay_other_token"]) await drive(act);
  await expect
    .poll(async () => (await readTransfer(page, id)).deposit)
    .toMatchObject({ label: "over", otherToken: { symbol: "USDbC" } });
  for (const status of ["deposit_received", "processing", "completed"]) await drive(status);
  await expect.poll(async () => (await readTransfer(page, id)).status).toBe("paid");
  await page.goto(`/transfers/${id}`);
  const main = page.getByRole("main");
  await expect(
    main
      .getByText(/Give the service the transaction/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  const own = main.getByRole("region", { name: "Payment advice" });
  await expect(own).toContainText("Asked for100.00 USDC on Base");
  await expect(own).toContainText("Arrived120.00 USDC");

  // The width between the margins of A4.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: "print" });
  expect(await page.evaluate(badlyPrinted)).toEqual([]);
  const paper = await main.innerText();
  expect(paper).not.toMatch(/ask the service|send|resolve|matched|another token|USDbC|attention/i);
  const { transactions } = (await readTransfer(page, id)).deposit;
  expect(transactions).toHaveLength(3);
  const printed = paper.match(/0x[0-9a-f]{64}/g) ?? [];
  expect(printed).toHaveLength(2);
  expect(transactions).toEqual(expect.arrayContaining(printed));
  await page.emulateMedia({ media: null });
  expect(await countSheets(page)).toBe(1);

  // What nobody saw has not arrived.
  const unseen = await payByApi(page, { accountName: "SANDBOX CHAIN SILENT" });
  await page.goto(`/transfers/${unseen.id}`);
  await expect(own).toContainText("Asked for1,250.50 USDC on Base");
  await expect(own).not.toContainText(/Arrived|Sent/);
});
