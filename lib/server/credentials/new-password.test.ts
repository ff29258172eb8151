import { expect, it } from "vitest";
import { ConfigurationError } from "#lib/server/config/env";
import { db } from "#lib/server/database/db";
import { prepareFirstAdmin } from "#lib/server/people/first-admin";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { newPasswordFault } from "./new-password";

const known = ["Adaeze Okonkwo", "adaeze@example.com"];

// From the lists of leaked passwords, those of 15 characters and more that come first, and ways to lengthen a short one.
it.each([
  "iloveyouforever",
  "ilovejesuschrist",
  "ilovemyboyfriend",
  "jesusismysavior",
  "thisismypassword",
  "idontknowmypassword",
  "manchesterunited",
  "liverpoolfootball",
  "princessprincess",
  "1qaz2wsx3edc4rfv",
  "q1w2e3r4t5y6u7i8o9p0",
  "mynameisjonathan",
  "christopher12345",
  "nigeria123456789",
  "lagosnigeria2020",
  "harrypotter12345",
  "spongebobsquarepants",
  "welcometothejungle",
  "whatthefuckisthis",
  "P@ssw0rdP@ssw0rd",
  "football12345678",
  "January/2026/January",
  "a1b2c3d4e5f6g7h8",
  "letmeinletmein123",
])("refuses what is guessed early: %s", async (password) => {
  expect(await newPasswordFault(password, known)).toBeDefined();
});

it.each([
  "seven small boats on a lake",
  "onlylowercaseletterswithout",
  "ọjọ́ mẹ́ta ni mo dúró níbẹ̀",
  "九つの緑色のランプが窓辺に並んでいる",
  "kX9#vQ2!mZ7&pL4",
  "a sentence of sixty-four characters and more is no less welcome here, at all",
])("takes what outlasts the guesses: %s", async (password) => {
  expect(await newPasswordFault(password, known)).toBeUndefined();
});

it("says of the rules that the form knows what the form says", async () => {
  expect(await newPasswordFault("short", known)).toMatch(/at least 15/);
});

it("stops a start whose OWNER_PASSWORD is guessed early, and does not repeat it", async () => {
  const password = "welcometothejungle";
  const dashboard = await startDashboard({ OWNER_EMAIL: "ada@example.com", OWNER_PASSWORD: password });
  const error: unknown = await prepareFirstAdmin().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain("OWNER_PASSWORD");
  expect(String(error)).not.toContain(password);
  expect(await (await db()).selectFrom("people").selectAll().execute()).toEqual([]);
  await dashboard.close();
});
