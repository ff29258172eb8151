import { expect, type Page } from "@playwright/test";
import { signInOwner } from "#lib/testing/sign-in/owner";
import { expectAccessible } from "../checks/accessible";
import { picturesFolder, takePicture } from "../checks/pictures";
import type { Dashboard } from "../dashboards/dashboard";

/** What leads a page: what happened to the money, and what to do now. */
export type Leads = readonly string[];

/** Opens a transfer's page and expects that it says this. */
export async function expectLeads(page: Page, id: string, state: string, leads: Leads): Promise<void> {
  await page.goto(`/transfers/${id}`);
  for (const words of leads)
    await expect(page.getByRole("main").getByText(words).first(), `${state}: ${words}`).toBeVisible();
}

/**
 * The same, and nothing of the page is closed to anybody; where pictures are wanted, one on a desk and a dark one on a phone
 * are taken instead.
 */
export async function lookAt(page: Page, id: string, state: string, leads: Leads): Promise<void> {
  await expectLeads(page, id, state, leads);
  if (picturesFolder === undefined) return expectAccessible(page, state);
  await takePicture(page, `${state} desk`);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.emulateMedia({ colorScheme: "dark" });
  await takePicture(page, `${state} phone`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: null });
}

/** The first admin, by the clock of a server that is ahead, which the page then has as well. */
export async function signInAgain(page: Page, dashboard: Dashboard, aheadMs: number): Promise<void> {
  const value = await signInOwner(dashboard.url);
  await page.context().addCookies(dashboard.storageState.cookies.map((cookie) => ({ ...cookie, value })));
  await page.clock.setSystemTime(Date.now() + aheadMs);
}
