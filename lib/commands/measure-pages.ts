import { randomUUID } from "node:crypto";
import { type Browser, chromium } from "playwright";
import { type Dashboard, startDashboard } from "../../e2e/support/dashboard";
import { measurePage, mostLayoutShift, type PageLoad, pathsUnderBudget } from "../../e2e/support/page-load";

/**
 * Serves the production build over its sandbox and a database of its own, opens every page with nothing in the cache,
 * and prints what came. Needs the build and CHROMIUM_PATH: `npm run measure:pages` gives both.
 */
const widths = [28, 12, 10, 9, 8, 8, 12];
const dashboard = await startDashboard({ LOG_LEVEL: "warn" });
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  ...(executablePath ? { executablePath } : {}),
});
try {
  process.exitCode = (await measureAll(browser, dashboard)) ? 0 : 1;
} finally {
  await browser.close();
  await dashboard.stop();
}

/** Prints a line a page, and tells whether every page is within its budget. */
async function measureAll(browser: Browser, { url }: Dashboard): Promise<boolean> {
  const id = await createTransfer(url);
  print(["page", "script kB", "budget", "requests", "DCL ms", "CLS", "blocking ms"]);
  let isWithin = true;
  for (const path of pathsUnderBudget(id)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const load = await measurePage(context, url, path);
    await context.close();
    print(columns(load, id));
    isWithin &&= load.scriptKb <= load.budgetKb && load.layoutShift < mostLayoutShift;
  }
  console.log(
    isWithin ? "Every page is within its budget." : "A page is over its budget, or jumps while it comes in.",
  );
  return isWithin;
}

function columns(load: PageLoad, id: string): string[] {
  return [
    load.path.replace(id, "{id}"),
    load.scriptKb.toFixed(1),
    `${load.budgetKb}`,
    `${load.requests}`,
    load.domContentLoadedMs.toFixed(0),
    load.layoutShift.toFixed(3),
    load.blockingMs.toFixed(0),
  ];
}

function print(texts: string[]): void {
  const cells = texts.map((text, at) =>
    at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0),
  );
  console.log(cells.join(""));
}

async function createTransfer(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/transfers`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, "idempotency-key": randomUUID() },
    body: JSON.stringify({
      amount: "1250.50",
      asset: "base:usdc",
      bankCode: "000013",
      accountNumber: "0123456789",
      accountName: "Adaeze Okonkwo",
    }),
  });
  if (!answer.ok) throw new Error(`No transfer could be created: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}
