import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";

/** What Playwright turns off in Chromium by itself: of two such lists Chromium takes the last one alone. */
const offByPlaywright = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];
/** The list below the address bar is two pages of the browser's own for each context: half of all the time it takes. */
const addressBar = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/** Else an empty page and the first page after it each start a process of their own: a fifth of a short test. */
export const oneProcess = "--renderer-process-limit=1";
const args = [
  oneProcess,
  `--disable-features=${[...offByPlaywright, ...addressBar].join()}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const executablePath = process.env.CHROMIUM_PATH;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;
/** Those of `npm run prove`; every other run leaves them out. */
const isLong = process.env.LONG_JOURNEYS === "true";

/** The journeys. They need a production build and, where Playwright has no browser of its own, CHROMIUM_PATH. */
export default defineConfig({
  testDir: ".",
  testMatch: isLong ? "**/long/*.spec.ts" : "**/*.spec.ts",
  testIgnore: isLong ? [] : "**/long/**",
  globalSetup: "./support/dashboards/global-setup.ts",
  outputDir: fileURLToPath(new URL("../test-results", import.meta.url)),
  // Each has a server and a browser of its own, and waits for half of its time: right for two cores.
  workers: 4,
  retries: 0,
  forbidOnly: process.env.CI !== undefined && process.env.CI !== "",
  // A slow machine passes too: nothing here is quick because of its limit.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: report === undefined ? [["list"]] : [["list"], ["json", { outputFile: report }]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 900 },
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // The ring of a quote moves sixty times a second: a seventh of all the time. The main journey sees it move.
    contextOptions: { reducedMotion: "reduce" },
    trace: "off",
    screenshot: "off",
    video: "off",
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
});
