import { appendFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { answer } from "#lib/testing/service/faulty-service";
import { expect, test } from "./support/dashboards/faulty-test";
import { createButton, createdTransfer, detailsOf, openCheck } from "./support/steps/journey";
import { storyOf } from "./support/steps/story";
import { createAccepted, createUnknown } from "./support/steps/transfers";

test.use({ ownDashboard: "story" });

/** `STORY=file npm run test:e2e -- e2e/story.spec.ts` writes down what a listener hears. */
async function tell(page: Page, name: string): Promise<string[]> {
  const lines = await storyOf(page);
  const file = process.env.STORY;
  if (file !== undefined) appendFileSync(file, `\n## ${name}\n\n${lines.join("\n")}\n`);
  return lines;
}

const failures: [name: string, reports: object[]][] = [
  ["short", [{ status: "underpaid", amount: "60" }]],
  ["over", [{ status: "overpaid" }]],
  ["expired", [{ status: "expired" }]],
  ["conflicting", [{ status: "paid" }, { status: "failed" }]],
];
const outcomes: Record<string, string> = {
  rejected: "Rejected",
  unknown: "Outcome unknown",
  created: "Address issued",
  funded: "Deposit received",
  paid: "Paid",
  short: "Deposit short",
  over: "Deposit over",
  expired: "Expired",
  conflicting: "Conflicting reports",
};

test("a transfer that is quoted, created, funded and paid, and each way it fails, is heard as a story", {
  tag: "@detail",
}, async ({ page, service }) => {
  await page.goto("/transfers/new");
  await page.getByLabel("You send").fill("1250.5");
  await expect(page.getByText(/^Quoted at /)).toBeVisible();
  await tell(page, "quote");
  await openCheck(page, detailsOf());
  await tell(page, "check");
  service.behave("initiate", answer(400, '{"message":"No"}'));
  await createButton(page).click();
  await createdTransfer(page);
  await expect(page).toHaveTitle(/^Rejected/);
  const stories = new Map([["rejected", await tell(page, "rejected")]]);
  const unknown = await createUnknown(page, service);
  await page.goto(`/transfers/${unknown.id}`);
  stories.set("unknown", await tell(page, "unknown"));

  const { id, report } = await createAccepted(page, service);
  await page.goto(`/transfers/${id}`);
  await expect(page.getByRole("region", { name: "Deposit" })).toBeVisible();
  stories.set("created", await tell(page, "created"));
  for (const [name, status] of [
    ["funded", "deposit_received"],
    ["paid", "paid"],
  ] as const) {
    await report({ status });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
    stories.set(name, await tell(page, name));
  }
  for (const [name, reports] of failures) {
    const failed = await createAccepted(page, service, { amount: "100" });
    for (const each of reports) await failed.report(each);
    await page.goto(`/transfers/${failed.id}`);
    await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
    stories.set(name, await tell(page, name));
  }
  expect([...stories.keys()].sort()).toEqual(Object.keys(outcomes).sort());
  for (const [name, lines] of stories) {
    const outcome = outcomes[name] ?? "";
    const wrong = (pattern: RegExp) => lines.filter((line) => pattern.test(line));
    expect(lines[0], name).toMatch(new RegExp(`^title: ${outcome} · .+ to Adaeze Okonkwo · `));
    expect(lines.slice(1, 5), name).toContainEqual(expect.stringMatching(`^heading 1: ${outcome}: `));
    // An account number or an address in one piece, sentences without a blank, and what has no name.
    expect(wrong(/(?<![\w-])\d{10}(?![\w-])/), name).toEqual([]);
    expect(wrong(/[a-z][.!?][A-Z]/), name).toEqual([]);
    expect(wrong(/^(button|link|image|radio|fold|textbox|heading \d): *$/), name).toEqual([]);
  }
});
