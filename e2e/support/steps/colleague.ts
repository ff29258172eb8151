import type { Browser, Page } from "@playwright/test";
import type { Dashboard } from "../dashboards/dashboard";
import { emptyBrowser, makeAccount, signIn, turnOnSecondFactor } from "./people";

/** Somebody with a second factor, in a browser of their own. */
export async function colleague(
  admin: Page,
  browser: Browser,
  { url }: Dashboard,
  role: "finance" | "admin",
) {
  const who = await makeAccount(admin, role);
  const page = await emptyBrowser(browser);
  await signIn(page, url, who);
  const secret = await turnOnSecondFactor(page, url, who);
  return { page, who, secret, name: `${who.email} in full` };
}
