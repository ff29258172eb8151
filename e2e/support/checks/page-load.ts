import { gzipSync } from "node:zlib";
import type { BrowserContext, Page, Request } from "playwright";
import { dayOf } from "#lib/text/zone-day";

/** The JavaScript that a page may load before anybody touches it, in kB (1,000 bytes) gzipped. */
const budgetKb = 171;
/** The form brings what keeps its fields, and its recent recipients once a transfer was paid; all else comes with the first touch. */
const formBudgetKb = 194;
/** How far a page may jump while it comes in (CLS): what nobody notices. */
export const mostLayoutShift = 0.02;

/** What the first visit to a page cost, before any touch. */
export type PageLoad = {
  path: string;
  status: number;
  /** Every script file that was asked for, gzipped here at the usual level: the same figure on every machine. */
  scriptKb: number;
  budgetKb: number;
  /** Every request, the document's own included. */
  requests: number;
  /** Addresses that were asked of another origin. */
  foreign: string[];
  /** All layout shifts together, so never less than the score that browsers report. */
  layoutShift: number;
  /** Milliseconds until the document was parsed. Depends on the machine. */
  domContentLoadedMs: number;
  /** Milliseconds of long tasks beyond the first 50 of each. Depends on the machine. */
  blockingMs: number;
};

/** The pages under the budget; `id` is a transfer that exists, and `link` the path of its payer's page. */
export function pathsUnderBudget(id: string, link: string): string[] {
  return [
    "/",
    "/transfers",
    "/transfers/new",
    `/transfers/${id}`,
    "/attention",
    "/approvals",
    "/controls",
    "/insight",
    "/scenarios",
    "/banks",
    "/audit",
    "/payees",
    "/payees/import",
    "/bulk",
    "/bulk/new",
    "/statements",
    "/statements/months",
    `/statements/months/${dayOf(Date.now(), "Africa/Lagos").slice(0, 7)}`,
    "/statements/received",
    "/people",
    "/webhooks",
    "/webhooks/deliveries",
    "/words",
    "/letterhead",
    "/account",
    link,
    "/transfers/no-such-transfer",
    "/no-such-page",
  ];
}

/** Opens a page in a context that has loaded nothing before, waits until it rests, and tells what came. */
export async function measurePage(context: BrowserContext, baseUrl: string, path: string): Promise<PageLoad> {
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.addInitScript(observe);
  const answer = await page.goto(new URL(path, baseUrl).href, { waitUntil: "load" });
  await rest(page);
  const { origin } = new URL(baseUrl);
  const urls = requests.map((request) => request.url());
  const scripts = requests.filter((request) => request.resourceType() === "script");
  const scriptSizes = await Promise.all(scripts.map((request) => gzippedSize(context, request.url())));
  const seen = await page.evaluate(readObserved);
  await page.close();
  return {
    path,
    status: answer?.status() ?? 0,
    scriptKb: scriptSizes.reduce((sum, size) => sum + size, 0) / 1000,
    budgetKb: path === "/transfers/new" ? formBudgetKb : budgetKb,
    requests: requests.length,
    foreign: urls.filter((url) => !url.startsWith("data:") && new URL(url).origin !== origin),
    ...seen,
  };
}

/** By path: a built file has its content's hash in its name. */
const sizes = new Map<string, Promise<number>>();

/** Asks the server again: now and then Chromium never hands over what it has loaded. */
function gzippedSize(context: BrowserContext, url: string): Promise<number> {
  const { pathname } = new URL(url);
  const size =
    sizes.get(pathname) ??
    context.request.get(url).then(async (answer) => gzipSync(await answer.body()).length);
  sizes.set(pathname, size);
  return size;
}

/** A page rests when it has asked for nothing for half a second, twice, with the processor free in between. */
async function rest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  // Without a limit, a page that stands still is now and then never called back.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
  await page.waitForLoadState("networkidle");
}

type Observed = { layoutShift: number; blockingMs: number };

/** Runs in the page before its scripts. */
function observe(): void {
  const seen: Observed = { layoutShift: 0, blockingMs: 0 };
  Reflect.set(window, "observedLoad", seen);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) seen.layoutShift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blockingMs += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
}

/** Runs in the page at the end. */
function readObserved(): Observed & { domContentLoadedMs: number } {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const { layoutShift, blockingMs } = Reflect.get(window, "observedLoad") as Observed;
  return { layoutShift, blockingMs, domContentLoadedMs: navigation?.domContentLoadedEventEnd ?? 0 };
}

const columns: [string, number, (load: PageLoad) => string][] = [
  ["script kB", 11, ({ scriptKb }) => scriptKb.toFixed(1)],
  ["budget", 8, ({ budgetKb: budget }) => `${budget}`],
  ["requests", 10, ({ requests }) => `${requests}`],
  ["DCL ms", 8, ({ domContentLoadedMs }) => domContentLoadedMs.toFixed(0)],
  ["CLS", 7, ({ layoutShift }) => layoutShift.toFixed(3)],
  ["blocking ms", 13, ({ blockingMs }) => blockingMs.toFixed(0)],
];

/** The loads as lines of text, a page each, under a title. */
export function loadTable(loads: readonly PageLoad[], title: string): string {
  const head = `On ${title}`.padEnd(30) + columns.map(([name, width]) => name.padStart(width)).join("");
  const lines = loads.map(
    (load) =>
      load.path
        .replace(/[0-9a-f-]{36}$/, "{id}")
        .replace(/^(.pay.).+/, "$1{token}")
        .padEnd(30) + columns.map(([, width, read]) => read(load).padStart(width)).join(""),
  );
  return [head, ...lines].join("\n");
}
