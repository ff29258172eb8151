import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import type { NewSecondFactor, OneTimeLink } from "#lib/contract/people";
import type { Role } from "#lib/contract/roles";
import { ownerVariables } from "#lib/testing/sign-in/owner";
import { codeOf } from "#lib/testing/sign-in/totp-code";
import type { Dashboard } from "../dashboards/dashboard";
import { openDatabase } from "../dashboards/database";

/** What a person signs in with. */
export type Credentials = { email: string; password: string };

export const owner: Credentials = {
  email: ownerVariables.OWNER_EMAIL,
  password: ownerVariables.OWNER_PASSWORD,
};

let count = 0;

/** Somebody of whom nothing is known yet. */
export function stranger(name = "person"): Credentials {
  count += 1;
  return { email: `${name}-${count}@example.com`, password: `several quite other words ${count}` };
}

/** A page of a browser in which nobody has signed in. */
export async function emptyBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  return context.newPage();
}

/** Types the password on the page of the sign-in, wherever that page leads to. */
export async function typeSignIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in by the page, when the password is enough. */
export async function signIn(page: Page, url: string, who: Credentials) {
  await page.goto(`${url}/login`);
  await typeSignIn(page, who);
  await expect(page).toHaveURL(`${url}/`);
}

/** Makes an account with a role through our API, invited by the admin whose page it is. */
export async function makeAccount(admin: Page, role: Role, who = stranger(role)): Promise<Credentials> {
  const { email, password } = who;
  const invited = await admin.request.post("/api/people", { data: { email, role } });
  expect(invited.status(), await invited.text()).toBe(201);
  const path = String(((await invited.json()) as OneTimeLink).path);
  const token = path.slice(path.indexOf("#") + 1);
  const made = await admin.request.post("/api/welcome", {
    data: { token, name: `${email} in full`, password },
  });
  expect(made.status(), await made.text()).toBe(201);
  return who;
}

/** Makes everybody's proof of being there a year old, as if their windows had been left open. */
export function ageConfirmations({ folder }: Dashboard) {
  const database = openDatabase(join(folder, "dashboard.db"));
  database.prepare("UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00.000Z'").run();
  database.close();
}

/** Lets everybody approve, as if they had joined long ago. */
export function endHolds({ folder }: Dashboard) {
  const database = openDatabase(join(folder, "dashboard.db"));
  database.prepare("UPDATE people SET approves_from = NULL").run();
  database.close();
}

/** Moves the last act of every session back by so many minutes. Gives the moment. */
export function ageSessions({ folder }: Dashboard, minutes: number): string {
  const database = openDatabase(join(folder, "dashboard.db"));
  const lastSeen = new Date(Date.now() - minutes * 60_000).toISOString();
  database.prepare("UPDATE sessions SET last_seen_at = ?").run(lastSeen);
  database.close();
  return lastSeen;
}

/** When somebody last acted in each session, the longest ago first. */
export function lastActs({ folder }: Dashboard): string[] {
  const database = openDatabase(join(folder, "dashboard.db"));
  const rows = database.prepare("SELECT last_seen_at FROM sessions ORDER BY last_seen_at").all();
  database.close();
  return (rows as { last_seen_at: string }[]).map(({ last_seen_at }) => last_seen_at);
}

/** Gives somebody who is signed in a second factor through our API. Returns its secret. */
export async function turnOnSecondFactor(
  page: Page,
  url: string,
  { password }: Credentials,
): Promise<string> {
  const begun = await page.request.post(`${url}/api/auth/two-factor/enable`, { data: { password } });
  expect(begun.status(), await begun.text()).toBe(200);
  const { uri } = (await begun.json()) as NewSecondFactor;
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const data = { code: await codeOf(secret, -1) };
  const done = await page.request.post(`${url}/api/auth/two-factor/verify-totp`, { data });
  expect(done.status(), await done.text()).toBe(200);
  return secret;
}
