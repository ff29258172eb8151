import type { AuditPage } from "#lib/contract/audit/audit";
import { serverAwayText } from "#lib/contract/server-away";
import { expectAccessible } from "./support/checks/accessible";
import { expect, test } from "./support/dashboards/test";
import { payByApi } from "./support/steps/transfers";

// What the form offers are the last recipients of its dashboard.
test.use({ ownDashboard: "recent-recipients" });

const groups = (digits: string) =>
  new RegExp(`^${digits.slice(0, 4)} ?${digits.slice(4, 7)} ?${digits.slice(7)}$`);

test("a recent recipient is chosen by the keyboard, and who saw the whole account number is written down", {
  tag: "@detail",
}, async ({ page, request }) => {
  const views = async (id: string) => {
    const answer = await request.get(`/api/audit?action=account_number_shown&record=${id}`);
    return ((await answer.json()) as AuditPage).items.length;
  };
  const ngozi = await payByApi(page, { accountNumber: "0987651234", accountName: "Ngozi of the recents" });
  const bola = await payByApi(page, { accountNumber: "0123987654", accountName: "Bola of the recents" });
  await page.goto("/transfers/new");
  const offered = page.getByRole("group", { name: "Recent recipients" }).getByRole("button");
  await expect(offered).toHaveCount(2);
  await expect(offered.first()).toContainText("…7654");
  const number = page.getByLabel("Account number");
  const html = await page.content();
  for (const digits of ["0987651234", "0123987654"]) expect(html).not.toContain(digits);
  expect([await views(ngozi.id), await views(bola.id)]).toEqual([0, 0]);

  await offered.last().focus();
  await page.keyboard.press("Enter");
  await expect(number).toHaveValue(groups("0987651234"));
  await expect(page.getByLabel("Account name")).toHaveValue("Ngozi of the recents");
  await expect(page.getByRole("status").getByText("We’ve filled in the account of Ngozi")).toBeAttached();
  await expect(offered.last()).toBeFocused();
  expect([await views(ngozi.id), await views(bola.id)]).toEqual([1, 0]);
});

test("a recipient that cannot be asked for leaves the fields as they are, and says why", async ({
  page,
  context,
  watch,
}) => {
  await payByApi(page, { accountName: "Chidi of the recents" });
  await page.goto("/transfers/new");
  const name = page.getByLabel("Account name");
  await name.fill("Somebody else");
  const offered = page.getByRole("button", { name: "Chidi of the recents" });
  watch.allowAbsence();
  await context.setOffline(true);
  await offered.click();
  await expect(page.getByText(`Nothing was filled in. ${serverAwayText}`)).toBeVisible();
  await expect(name).toHaveValue("Somebody else");
  await expectAccessible(page, "a recipient that could not be asked for");
  await context.setOffline(false);
  await offered.click();
  await expect(name).toHaveValue("Chidi of the recents");
});

test("a form that begins with an earlier transfer is written down as a view of its account number", async ({
  page,
  request,
}) => {
  const { id } = await payByApi(page, { accountName: "Efe of the recents" });
  await page.goto(`/transfers/new?from=${id}`);
  await expect(page.getByLabel("Account name")).toHaveValue("Efe of the recents");
  const answer = await request.get(`/api/audit?action=account_number_shown&record=${id}`);
  expect(((await answer.json()) as AuditPage).items).toHaveLength(1);
});
