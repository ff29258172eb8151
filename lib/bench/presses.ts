import { type Browser, chromium, type Page } from "@playwright/test";
import { ensureBrowser } from "#lib/build/ensure-browser.mjs";
import { median } from "./load";
import { startBareHandler, startDashboard, startService } from "./servers";

const rounds = 12;
/** The first presses load the scripts, which a person does once. */
const warmUps = 2;
const places = ["/transfers", "/attention", "/payees", "/insight", "/people", "/audit", "/"];

type Press = { name: string; from: string; link: string };

/**
 * From the press on a menu entry, or on the first row of the list, to the frame that shows the page it leads to, signed
 * in, beside a link of a bare app to a page with a heading that is drawn at each request. In turns, medians in ms.
 */
export async function benchPresses(databaseUrl: string, print: (line: string) => void): Promise<void> {
  const service = await startService();
  const bare = await startBareHandler(service.url);
  const dashboard = await startDashboard(service.url, databaseUrl);
  const browser = await chromium.launch({ executablePath: await ensureBrowser() });
  try {
    const ofBare = await openPage(browser, `${bare.url}/linked`);
    const ofDashboard = await openPage(browser, `${dashboard.url}/`, dashboard.cookie);
    const presses: Press[] = places.map((path, at) => ({
      name: path,
      from: places.at(at - 1) ?? "/",
      link: `nav a[href="${path}"]:visible`,
    }));
    presses.push({
      name: "a row",
      from: "/transfers",
      link: 'main a[href^="/transfers/"]:not([href="/transfers/new"]):visible',
    });
    const times = new Map<string, number[]>([
      ["bare", []],
      ...presses.map(({ name }) => [name, []] as [string, number[]]),
    ]);
    for (let round = -warmUps; round < rounds; round++) {
      const keep = (name: string, ms: number) => round >= 0 && times.get(name)?.push(ms);
      for (const { name, from, link } of presses) {
        await ofBare.goto(`${bare.url}/linked`, { waitUntil: "networkidle" });
        keep("bare", await press(ofBare, "a"));
        if (new URL(ofDashboard.url()).pathname !== from)
          await press(ofDashboard, `nav a[href="${from}"]:visible`);
        keep(name, await press(ofDashboard, link));
      }
    }
    const usual = median(times.get("bare") ?? []);
    print(`a bare app's link: ${usual.toFixed(0)} ms from the press to the painted page`);
    for (const { name } of presses) {
      const ms = median(times.get(name) ?? []);
      print(`${name.padEnd(12)} ${ms.toFixed(0)} ms, ${(ms / usual).toFixed(2)} of the bare app's`);
    }
  } finally {
    await browser.close();
    await Promise.all([service, bare, dashboard].map((server) => server.process.stop()));
    bare.remove();
  }
}

async function openPage(browser: Browser, url: string, cookie?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const [name = "", value = ""] = cookie?.split("=") ?? [];
  if (cookie) await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  return page;
}

/** Text, since what runs these files puts names into functions that a page does not know. */
const watchForPaint = `{
  const heading = document.querySelector("h1");
  const before = heading?.textContent;
  delete document.documentElement.dataset.painted;
  addEventListener("click", (event) => {
    const painted = () => { document.documentElement.dataset.painted = performance.now() - event.timeStamp; };
    const look = () => {
      const now = document.querySelector("h1");
      const isThere = now && (now !== heading || now.textContent !== before);
      if (!isThere || document.querySelector("main [aria-busy=true]")) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(painted));
    };
    requestAnimationFrame(look);
  }, { once: true, capture: true });
}`;

/** Milliseconds from the press to the frame after the one in which another heading stands and nothing is being loaded. */
async function press(page: Page, link: string): Promise<number> {
  const target = page.locator(link).first();
  await target.waitFor();
  await page.evaluate(watchForPaint);
  await target.click();
  const painted = page.locator("html[data-painted]");
  return Number.parseFloat((await painted.getAttribute("data-painted")) ?? "");
}
