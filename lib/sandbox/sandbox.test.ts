import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkAddress } from "#lib/asset/address";
import { sandboxAssets } from "#lib/asset/asset-tables";
import { openStore } from "#lib/sandbox/life/store";
import { openInProcess, testKey, transferBody } from "#lib/testing/service/contract-target";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { openSandbox, type SandboxOptions } from "./sandbox";

async function open(options: Partial<SandboxOptions> = {}) {
  const service = await openInProcess({ times: { stepDelaysMs: [60_000] }, ...options });
  onTestFinished(() => service.close());
  return service;
}

describe("deposit addresses", () => {
  test("are valid for their network, and never the same twice over 1,000", async () => {
    const service = await open();
    const seen = { addresses: new Set<string>(), ids: new Set<string>() };
    for (let at = 0; at < 1_000; at++) {
      const row = sandboxAssets[at % sandboxAssets.length];
      if (row === undefined) throw new Error("no asset");
      const { fromCurrency, network, addressFamily } = row;
      const { json } = await service.call("initiate", { body: transferBody({ fromCurrency, network }) });
      const { address, transactionId } = json as { address: string; transactionId: string };
      expect(checkAddress(address, addressFamily)).toBe("valid");
      seen.addresses.add(address);
      seen.ids.add(transactionId);
    }
    expect([seen.addresses.size, seen.ids.size]).toEqual([1_000, 1_000]);
  });
});

describe("the store", () => {
  test("keeps its transfers over a restart", async () => {
    const databaseFile = join(temporaryFolder(), "folder", "deeper", "sandbox.db");
    const first = await open({ databaseFile });
    for (let at = 0; at < 3; at++) await first.call("initiate", { body: transferBody() });
    const before = (await first.send("GET", "/sandbox/transfers")).text;
    await first.close();
    const second = await open({ databaseFile });
    expect((await second.send("GET", "/sandbox/transfers")).text).toBe(before);
  });

  test("is for its owner alone", async () => {
    const folder = join(temporaryFolder(), "made", "here");
    const service = await open({ databaseFile: join(folder, "sandbox.db") });
    await service.call("initiate", { body: transferBody() });
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(folder)).toBe("700");
    for (const file of readdirSync(folder)) expect([file, mode(join(folder, file))]).toEqual([file, "600"]);
  });

  test("of a newer sandbox is refused, and so is a file that is no database", () => {
    const folder = temporaryFolder();
    const newer = openStore(join(folder, "newer.db"));
    newer.exec("pragma user_version = 99");
    newer.close();
    expect(() => openStore(join(folder, "newer.db"))).toThrow(/newer sandbox/);
    writeFileSync(join(folder, "text.db"), "this is a text file\n".repeat(100));
    expect(() => openStore(join(folder, "text.db"))).toThrow();
    expect(() => openStore("/proc/nowhere/sandbox.db")).toThrow();
  });
});

describe("a closed sandbox", () => {
  test("answers nothing, frees those who wait, and may be closed twice", async () => {
    const sandbox = openSandbox({ databaseFile: ":memory:", apiKey: testKey, assets: sandboxAssets });
    const waits = sandbox.fetch(
      new Request("http://sandbox.test/api/v1/transfers/initiate", {
        method: "POST",
        headers: { "x-api-key": testKey, "content-type": "application/json" },
        body: JSON.stringify(transferBody({ accountName: "Sandbox timeout after" })),
      }),
    );
    const ended = expect(waits).rejects.toThrow();
    const made = async () => {
      const headers = { "x-api-key": testKey };
      return (await sandbox.fetch(new Request("http://sandbox.test/sandbox/transfers", { headers }))).json();
    };
    await expect.poll(made).toMatchObject({ total: 1 });
    sandbox.close();
    sandbox.close();
    await ended;
    await expect(sandbox.fetch(new Request("http://sandbox.test/api/v1/me"))).rejects.toThrow(/closed/);
  });
});
