import { randomUUID } from "node:crypto";
import type { AuditPage } from "#lib/contract/audit/audit";
import { expectAccessible } from "./support/checks/accessible";
import { edgeContrast } from "./support/checks/seeing";
import { expect, test } from "./support/dashboards/test";
import {
  chooseBank,
  createButton,
  createdTransfer,
  detailsOf,
  fillDetails,
  goToCheck,
} from "./support/steps/journey";
import { createByApi } from "./support/steps/transfers";

// The form offers payees from the first one on, and then no recents.
test.use({ ownDashboard: "payees" });

test("a recipient is saved from a transfer, changes its account, and is paid again at the new one", async ({
  page,
  request,
  watch,
}) => {
  // The account is refused until it says how it was checked.
  watch.allowFailures(/\/versions$/);
  const { id } = await createByApi(page, { accountNumber: "0987651234", accountName: "Ngozi Eze" });
  await page.goto(`/transfers/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Save as payee" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Ngozi, rent");
  await page.getByRole("button", { name: "Save the payee" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ngozi, rent");
  const payeeId = page.url().split("/").at(-1);
  expect(await (await request.get(`/payees/${payeeId}`)).text()).not.toContain("0987651234");
  const views = async () =>
    (
      (await (
        await request.get(`/api/audit?action=payee_account_shown&record=${payeeId}`)
      ).json()) as AuditPage
    ).items.length;
  expect(await views()).toBe(0);

  await page.getByRole("button", { name: "Change the account" }).click();
  await page.getByRole("combobox", { name: "Bank", exact: true }).click();
  await page.getByRole("combobox", { name: "Search banks by name or code" }).pressSequentially("gtb");
  await page
    .getByRole("option", { name: /GTBank|Guaranty/i })
    .first()
    .click();
  await page.getByLabel("Account number").fill("0123987654");
  await page.getByLabel("Account name").fill("Ngozi Eze");
  const acts = page.getByRole("region", { name: "Account", exact: true });
  const change = acts.locator("form").getByRole("button", { name: "Change the account" });
  await change.click();
  await expect(page.getByLabel("How did you check it?")).toBeFocused();
  await page.getByLabel("How did you check it?").fill("Called her on the number we know");
  await change.click();
  await expect(page.getByText(/^The account was changed/)).toBeVisible();
  await expect(page.getByText(/^Account changed (just now|\d+ minutes? ago)/).first()).toBeVisible();
  await expect(page.getByText("Called her on the number we know")).toBeVisible();
  await expectAccessible(page, "a payee whose account has changed");
  await page.goto("/payees");
  await expect(page.getByText(/^Account changed (just now|\d+ minutes? ago)/)).toBeVisible();
  await expectAccessible(page, "the payees");

  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("10");
  const chooser = page.getByRole("combobox", { name: "Find a payee by name" });
  const offered = page.getByRole("listbox", { name: "Payees" }).getByRole("option");
  await chooser.fill("zz");
  await expect(page.getByText("No payee has this name. Enter the account below.")).toBeVisible();
  await expect(offered).toHaveCount(0);
  await chooser.fill("");
  await expect(
    offered.filter({ hasText: /Ngozi, rent.*Account changed (just now|\d+ minutes? ago)/ }),
  ).toBeVisible();
  await chooser.press("ArrowDown");
  await expect(offered.and(page.locator("[aria-selected=true]"))).toHaveText(/Ngozi, rent/);
  expect(
    await edgeContrast(offered.and(page.locator("[aria-selected=true]")), "outline"),
  ).toBeGreaterThanOrEqual(3);
  await expectAccessible(page, "the payees that the form offers");
  expect(await views()).toBe(0);
  // Enter is ahead of the answer.
  await chooser.pressSequentially("ngo");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Payee Ngozi, rent" })).toBeFocused();
  // Enter once too often.
  await page.keyboard.press("Enter");
  await expect(page.getByText("0123 987 654").first()).toBeVisible();
  await expect(page.getByLabel("Account number")).toHaveCount(0);
  expect(await views()).toBe(1);
  await expectAccessible(page, "the form with a payee");
  await goToCheck(page);
  await expect(page.getByText(/^Account changed (just now|\d+ minutes? ago)/)).toBeVisible();
  await createButton(page).click();
  const paid = await createdTransfer(page);
  expect(paid).toMatchObject({ payeeId, payeeVersion: 2, accountNumber: "0123987654" });
  await expect(page.getByRole("link", { name: "Ngozi, rent", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("link", { name: "Pay again" }).click();
  await expect(page.getByRole("heading", { name: "Paying again" })).toBeVisible();
  await expect(page.getByLabel("You send")).toHaveValue("10");
  await expect(page.getByText("0123 987 654").first()).toBeVisible();
  await goToCheck(page);
  await page.getByRole("checkbox", { name: "No, this is a second transfer" }).check();
  await createButton(page).click();
  await expect(page).not.toHaveURL(new RegExp(paid.id));
  const again = await createdTransfer(page);
  expect([again.replaces, again.payeeId]).toEqual([null, payeeId]);

  const before = await views();
  await page.keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await palette.getByRole("combobox").fill("rent");
  const option = palette.getByRole("option", { name: /^New transfer to Ngozi, rent/ });
  await expect(option).toBeVisible();
  await expect(palette.getByRole("status")).toHaveText("2 transfers, 1 payee, 1 other result.");
  await expectAccessible(page, "the palette with a payee");
  await expect(palette.getByRole("option", { name: /^Ngozi, rent/ })).toBeVisible();
  await option.click();
  await expect(page).toHaveURL(`/transfers/new?payee=${payeeId}`);
  await expect(page.getByText("0123 987 654").first()).toBeVisible();
  // A page that is drawn twice has shown it twice.
  expect(await views()).toBeGreaterThan(before);

  const archived = await request.patch(`/api/payees/${payeeId}`, {
    data: { isArchived: true },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(archived.status()).toBe(200);
  for (const [id, title] of [
    [payeeId, "This payee is archived"],
    [randomUUID(), "Couldn’t find this payee"],
  ] as const) {
    await page.goto(`/transfers/new?payee=${id}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByLabel("Account number")).toHaveValue("");
  }
  // A page that is drawn twice has shown it twice.
  expect(await views()).toBeGreaterThan(before);
});

test("a known name with another account is asked about: on a new payee, a rename, and a typed recipient", {
  tag: "@detail",
}, async ({ page, request, watch }) => {
  watch.allowFailures(/^\/api\/payees/);
  await page.goto("/transfers");
  const headers = { origin: new URL(page.url()).origin };
  const account = { bankCode: "000013", accountNumber: "0123000001", accountName: "Zainab Musa" };
  const old = await request.post("/api/payees", { data: { name: "Zainab", ...account }, headers });
  const { id } = (await old.json()) as { id: string };
  await request.patch(`/api/payees/${id}`, { data: { isArchived: true }, headers });

  await page.goto("/payees");
  await page.getByRole("button", { name: "Add a payee" }).click();
  await page.getByLabel("Name", { exact: true }).fill("ZAINAB");
  await chooseBank(page, { bank: "gtb", bankName: /GTBank|Guaranty/i });
  await page.getByLabel("Account number").fill("0123000002");
  await page.getByLabel("Account name").fill("Zainab Musa");
  await page.getByRole("button", { name: "Save the payee" }).click();
  await expect(page.getByRole("heading", { name: "You know this name with another account" })).toBeVisible();
  await expectAccessible(page, "a payee under a known name");
  await page.getByLabel("How did you check it?").fill("Called her on the number we know");
  await page.getByRole("button", { name: "Save the payee" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ZAINAB");
  await expect(page.getByText(/^Account changed (just now|\d+ minutes? ago)/).first()).toBeVisible();
  await expect(page.getByText(/0001, now/)).toBeVisible();

  // Bringing the first one back is another change.
  await page.goto(`/payees/${id}`);
  await page.getByRole("button", { name: "Bring back" }).click();
  const howChecked = page.getByLabel("How did you check it?");
  await expect(howChecked).toBeFocused();
  await howChecked.fill("Her letter");
  await page.locator("form").getByRole("button", { name: "Bring back" }).click();
  await expect(page.getByText(/^Account changed (just now|\d+ minutes? ago)/).first()).toBeVisible();

  // So is giving its name to a third.
  const third = {
    name: "Halima",
    bankCode: "000013",
    accountNumber: "0123000003",
    accountName: "Halima Bello",
  };
  const made = (await (await request.post("/api/payees", { data: third, headers })).json()) as { id: string };
  await page.goto(`/payees/${made.id}`);
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Zainab");
  const save = page.getByRole("button", { name: "Save the name" });
  await save.click();
  await expect(page.getByRole("heading", { name: "You know this name with another account" })).toBeVisible();
  await save.click();
  await expect(howChecked).toHaveAttribute("aria-invalid", "true");
  await expect(howChecked).toBeFocused();

  // Typed with a third account.
  await page.goto("/transfers/new");
  await fillDetails(page, detailsOf({ accountName: "zainab  MUSA", amount: "15" }));
  await goToCheck(page);
  await expect(page.getByRole("region", { name: "Before you create it" })).toContainText(
    "You know this name with another account",
  );
  await createButton(page).click();
  await expect(
    page.getByText("Tick this once you have checked the account. Nothing was created."),
  ).toBeVisible();
  await expectAccessible(page, "a known name on the check");
  await page.getByRole("checkbox", { name: "I checked this account with the recipient" }).check();
  await createButton(page).click();
  expect((await createdTransfer(page)).accountName).toBe("zainab  MUSA");
});
