import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "#lib/build/ensure-installed.mjs";
import { packServer } from "#lib/build/pack-server.mjs";
import { ownerVariables } from "#lib/testing/sign-in/owner";
import { type Dashboard, startDashboard } from "../support/dashboards/dashboard";
import { test as base, expect, placeOfOwn } from "../support/dashboards/test";
import { detailsOf } from "../support/steps/journey";
import { expectDeposit, expectFound, makeTransfer } from "../support/steps/main-journey";

type Packed = Dashboard & { home: string };

/** The dashboard from a copy of what `npm run pack` makes, far from the sources and their packages. */
const test = base.extend<{ packed: Packed; home: string }>({
  packed: [
    async ({ servers }, use) => use(await servers("packed", startPacked, placeOfOwn)),
    { timeout: 240_000 },
  ],
  home: ({ packed }, use) => use(packed.home),
  dashboard: ({ packed }, use) => use(packed),
});

async function startPacked(): Promise<Packed> {
  const home = mkdtempSync(join(tmpdir(), "dashboard-packed-"));
  await packServer(home);
  // What sends traces has to be in the copy as well; nobody receives them.
  const dashboard = await startDashboard({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }, home);
  return {
    ...dashboard,
    home,
    stop: async () => {
      await dashboard.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

test("the build takes along no history, no ledger and no source", () => {
  const folder = join(root, ".next/standalone");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const own = files.filter((file) => !/^(\.next|node_modules)\//.test(file));
  // The list of the servers at work beside a ledger, where this folder has one, names process numbers alone.
  expect(own.filter((file) => !file.endsWith("-servers")).sort()).toEqual(["package.json", "server.js"]);
});

test("packed: a transfer, its QR in both themes, again after a restart, and the operator's commands", async ({
  page,
  dashboard,
  home,
  watch,
}) => {
  const transfer = await makeTransfer(page, detailsOf({ accountName: "SANDBOX WAITS" }));
  await expectDeposit(page, transfer, "1250.50", "Sandbox address. Send nothing real.");
  watch.allowAbsence();
  await dashboard.restart();
  await expectFound(page, transfer);

  const { folder } = dashboard;
  const command = (name: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(home, `lib/commands/${name}.mjs`), ...args], {
      cwd: folder,
      env: {
        NODE_ENV: "production",
        DATABASE_URL: `file:${join(folder, "dashboard.db")}`,
        AUTH_SECRET: ownerVariables.AUTH_SECRET,
        PORT: new URL(dashboard.url).port,
      },
      encoding: "utf8",
    });
  expect(command("doctor")).toMatch(/callbacks: .+ leads to this dashboard.+ 0 bad\.\n$/s);
  expect(command("backup", "backup.db")).toContain("Transfers: 1. ");
  expect(command("verify-ledger")).toContain("1 transfers, 0 differences");
  expect(command("verify-audit")).toContain("each follows from the one before");
  expect(command("locks")).toBe("Nothing is locked.\n");
  expect(command("reset-sign-in", ownerVariables.OWNER_EMAIL)).toContain(`${dashboard.url}/welcome#`);
  expect(command("reset-sign-in", ownerVariables.OWNER_EMAIL)).toMatch(/\/welcome#[\w-]{43}\n$/);
});
