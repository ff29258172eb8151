import { expect, it } from "vitest";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { startDashboard } from "#lib/testing/servers/dashboard";
import { checkBulk } from "./bulk-checks";

async function findings(variables: Record<string, string>): Promise<string[]> {
  const dashboard = await startDashboard(variables);
  const said: string[] = [];
  for await (const { level, text } of checkBulk()) said.push(`${level} ${text}`);
  await dashboard.close();
  return said;
}

it("writes and reads a workbook, and names a token without a file for a Safe", async () => {
  const written = "ok An .xlsx file can be written and read.";
  expect(await findings({})).toEqual([written]);
  const [first] = sandboxAssets;
  const { chainPrefix: _prefix, ...unnamed } = first ?? {};
  const live = { OFFRAMP_BASE_URL: "http://127.0.0.1:9", OFFRAMP_API_KEY: "a".repeat(32) };
  expect(await findings({ ...live, OFFRAMP_ASSETS: JSON.stringify([unnamed]) })).toEqual([
    written,
    `warn ${first?.asset}: without chainPrefix in the asset table a batch has no funding file for a Safe.`,
  ]);
});
