import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openStore } from "#lib/sandbox/life/store";
import type { Service } from "#lib/testing/service/contract-target";
import {
  askChain,
  type ChainLog,
  depositsOf,
  headOf,
  initiateOn,
  type Made,
  openOnStoppedClock,
  stopClock,
  tokensOf,
  waitSeconds,
} from "#lib/testing/service/sandbox-chain";
import { temporaryFolder } from "#lib/testing/temporary-folder";

beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
});

const pay = (service: Service, { transactionId }: Made, body: object = {}) =>
  service.send("POST", `/sandbox/transfers/${transactionId}/payments`, { body });
const drive = (service: Service, { transactionId }: Made, status: string) =>
  service.send("POST", `/sandbox/transfers/${transactionId}/events`, { body: { status } });

/** "60 USDC + 40 USDC, 2 tx" */
function told(logs: ChainLog[]): string {
  const parts = logs.map(({ data, address }) => {
    const token = tokensOf("base").tokens.find(({ contract }) => contract === address);
    return `${Number(BigInt(data)) / 10 ** (token?.decimals ?? 0)} ${token?.symbol}`;
  });
  return `${parts.join(" + ")}, ${new Set(logs.map(({ transactionHash }) => transactionHash)).size} tx`;
}

const nothing = ", 0 tx";

/** What changed, with its second: on the chain, and the status that the service reports. */
async function history(service: Service, made: Made, seconds: number): Promise<string[]> {
  const lines: string[] = [];
  let before = { chain: nothing, status: "awaiting_deposit" };
  for (let at = 0; at <= seconds; at++) {
    const chain = told(await depositsOf(service, made));
    const { text } = await service.send("GET", `/sandbox/transfers/${made.transactionId}`);
    const { status } = JSON.parse(text) as { status: string };
    if (chain !== before.chain) lines.push(`${at}: ${chain}`);
    if (status !== before.status) lines.push(`${at}: ${status}`);
    before = { chain, status };
    await waitSeconds(1);
  }
  return lines;
}

const toTheEnd = ["5: deposit_received", "9: processing", "13: completed"];

describe("the chain beside what the service reports", () => {
  test.each([
    ["Ada Obi", ["24: 100 USDC, 1 tx", "31: deposit_received", "35: processing", "39: completed"]],
    ["Sandbox short", ["4: 60 USDC, 1 tx", "5: underpaid"]],
    ["Sandbox over", ["4: 120 USDC, 1 tx", "5: overpaid"]],
    ["Sandbox two parts", ["2: 60 USDC, 1 tx", "4: 60 USDC + 40 USDC, 2 tx", ...toTheEnd]],
    ["Sandbox two in one", ["4: 60 USDC + 40 USDC, 1 tx", ...toTheEnd]],
    ["Sandbox wrong token", ["4: 100 USDbC, 1 tx", "5: expired"]],
    [
      "Sandbox reorg",
      [
        "4: 100 USDC, 1 tx",
        "5: deposit_received",
        `9: ${nothing}`,
        "9: processing",
        "10: 100 USDC, 1 tx",
        "13: completed",
      ],
    ],
    ["Sandbox late", ["4: 100 USDC, 1 tx", "5: paid_late"]],
    ["Sandbox late deposit", ["1: expired", "4: 100 USDC, 1 tx", ...toTheEnd]],
    ["Sandbox chain silent", toTheEnd],
    ["Sandbox repeated", ["8: 100 USDC, 1 tx", "9: deposit_received", "17: processing", "25: completed"]],
    ["Sandbox expires", ["5: expired"]],
    ["Sandbox waits", []],
    ["Sandbox silent", []],
  ])("%s", async (accountName, expected) => {
    const service = await openOnStoppedClock();
    const made = await initiateOn(service, { amount: 100, accountName });
    expect(await history(service, made, 45)).toEqual(expected);
  });

  test("comes from one address, which is another transfer's never", async () => {
    const service = await openOnStoppedClock();
    const senders: string[][] = [];
    for (let at = 0; at < 2; at++) {
      const made = await initiateOn(service, { accountName: "Sandbox two parts" });
      await waitSeconds(6);
      senders.push((await depositsOf(service, made)).map(({ topics }) => topics[1] ?? ""));
    }
    const [[one, same] = [], [other] = []] = senders;
    expect([one === same, one === other, /^0x0{24}[0-9a-f]{40}$/.test(one ?? "")]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("keeps what was planned over a restart, and opens a store that had no chain", async () => {
    const databaseFile = join(temporaryFolder(), "sandbox.db");
    const first = await openOnStoppedClock({ databaseFile });
    const made = await initiateOn(first, { amount: 100 });
    await waitSeconds(2);
    await first.close();
    await waitSeconds(28);
    const second = await openOnStoppedClock({ databaseFile });
    expect(told(await depositsOf(second, made))).toBe("100 USDC, 1 tx");
    await second.close();

    const old = openStore(databaseFile);
    old.exec("drop table chain_logs; drop table chain_reorgs; pragma user_version = 1");
    old.close();
    const third = await openOnStoppedClock({ databaseFile });
    expect(await depositsOf(third, made)).toEqual([]);
    expect((await pay(third, made)).status).toBe(201);
    await waitSeconds(2);
    expect(told(await depositsOf(third, made))).toBe("100 USDC, 1 tx");
  });
});

describe("a transfer driven by hand", () => {
  test.each([
    ["deposit_received", "100 USDC, 1 tx"],
    ["underpaid", "60 USDC, 1 tx"],
    ["overpaid", "120 USDC, 1 tx"],
    ["paid_late", "100 USDC, 1 tx"],
    ["expired", nothing],
    ["completed", nothing],
    ["constructor", nothing],
  ])("to %s: %s", async (status, expected) => {
    const service = await openOnStoppedClock();
    const made = await initiateOn(service, { amount: 100, accountName: "Sandbox waits" });
    await drive(service, made, status);
    await waitSeconds(60);
    expect(told(await depositsOf(service, made))).toBe(expected);
  });

  test("pays once, however often the deposit is reported", async () => {
    const service = await openOnStoppedClock();
    const made = await initiateOn(service, { amount: 100 });
    for (const status of ["deposit_received", "deposit_received", "overpaid"])
      await drive(service, made, status);
    await waitSeconds(60);
    expect(told(await depositsOf(service, made))).toBe("100 USDC, 1 tx");
  });

  test("loses a payment that was not sent yet, and none that was", async () => {
    const service = await openOnStoppedClock();
    const planned = await initiateOn(service, { amount: 100 });
    await waitSeconds(2);
    await drive(service, planned, "expired");
    const sent = await initiateOn(service, { amount: 100 });
    await pay(service, sent, { share: "0.5" });
    await drive(service, sent, "expired");
    await waitSeconds(60);
    expect(told(await depositsOf(service, planned))).toBe(nothing);
    expect(told(await depositsOf(service, sent))).toBe("50 USDC, 1 tx");
  });

  test("shows what its name plays: another token, a reorganisation, nothing", async () => {
    const service = await openOnStoppedClock();
    const drivenTo = async (accountName: string) => {
      const made = await initiateOn(service, { amount: 100, accountName });
      await drive(service, made, "deposit_received");
      return history(service, made, 12);
    };
    expect(await drivenTo("Sandbox wrong token")).toEqual(["0: deposit_received", "2: 100 USDbC, 1 tx"]);
    expect(await drivenTo("Sandbox chain silent")).toEqual(["0: deposit_received"]);
    const reorganised = (await drivenTo("Sandbox reorg")).map((line) => line.replace(/^\d+: /, ""));
    expect(reorganised).toEqual(["deposit_received", "100 USDC, 1 tx", nothing, "100 USDC, 1 tx"]);
  });
});

describe("a payment by hand", () => {
  test("is in the next block, with its receipt", async () => {
    const service = await openOnStoppedClock();
    const made = await initiateOn(service, { amount: 100, accountName: "Sandbox waits" });
    const { status, json } = await pay(service, made, { share: "0.6" });
    const { tx } = json as { tx: string };
    expect([status, json]).toMatchObject([201, { transactionId: made.transactionId, network: "base" }]);
    const receipt = async () => (await askChain(service, "eth_getTransactionReceipt", [tx])).result;
    expect([await receipt(), await depositsOf(service, made)]).toEqual([null, []]);
    const before = await headOf(service);
    await waitSeconds(2);
    const [log] = await depositsOf(service, made);
    expect(log).toMatchObject({ transactionHash: tx, blockNumber: `0x${(before + 1).toString(16)}` });
    expect(await receipt()).toMatchObject({ transactionHash: tx, status: "0x1", logs: [log] });
    for (const body of [{}, { token: "other", share: "2.5" }]) await pay(service, made, body);
    await waitSeconds(2);
    expect(told(await depositsOf(service, made))).toBe("60 USDC + 100 USDC + 250 USDbC, 3 tx");
  });

  test("takes the place of the one that was planned, and none of it where it is refused", async () => {
    const service = await openOnStoppedClock();
    const made = await initiateOn(service, { amount: 100 });
    const other = await initiateOn(service, { amount: 100 });
    await waitSeconds(2);
    await pay(service, made, { share: "0.6" });
    await pay(service, other, { share: "0.000000" });
    await waitSeconds(58);
    expect(told(await depositsOf(service, made))).toBe("60 USDC, 1 tx");
    expect(told(await depositsOf(service, other))).toBe("100 USDC, 1 tx");
  });

  test.each([
    ["USDC", "base", "1.000001", ["600001", "400000"]],
    ["USDC", "base", "333.333333", ["200000000", "133333333"]],
    ["USDC", "bsc", "123456789012.123456789012345679", undefined],
    ["USDT", "tron", "0.5", undefined],
  ])(
    "of %s on %s is exact to the smallest unit: %s in two parts",
    async (fromCurrency, network, amount, parts) => {
      const service = await openOnStoppedClock();
      const accountName = "Sandbox two parts";
      const body = JSON.stringify({
        accountName,
        fromCurrency,
        network,
        bankCode: "000013",
        toCurrency: "NGN",
      });
      const { json } = await service.call("initiate", {
        body: `${body.slice(0, -1)},"country":"NG","accountNumber":"0123456789","amount":${amount}}`,
      });
      await waitSeconds(6);
      const units = (await depositsOf(service, json as Made, network)).map(({ data }) => BigInt(data));
      const decimals = tokensOf(network).tokens[0]?.decimals ?? 0;
      const [whole = "", fraction = ""] = amount.split(".");
      expect(units.length).toBe(2);
      expect(units.reduce((sum, part) => sum + part, 0n)).toBe(
        BigInt(whole + fraction.padEnd(decimals, "0")),
      );
      if (parts !== undefined) expect(units.map(String)).toEqual(parts);
    },
  );

  test.each([
    { share: "0" },
    { share: "-1" },
    { share: "100.5" },
    { share: "1e2" },
    { share: "0.0000001" },
    { share: 0.5 },
    { share: "" },
    { token: "USDT" },
    { status: "paid" },
  ])("is refused for %j", async (body) => {
    const service = await openOnStoppedClock();
    const made = await initiateOn(service);
    expect((await pay(service, made, body)).status).toBe(422);
    await waitSeconds(4);
    expect(await depositsOf(service, made)).toEqual([]);
  });

  test("is refused where there is no chain, no transfer, no key, and after 1,000", async () => {
    const service = await openOnStoppedClock();
    const solana = await initiateOn(service, { network: "solana" });
    expect((await pay(service, solana)).text).toContain("no chain");
    expect((await pay(service, { ...solana, transactionId: "txn_1" })).status).toBe(404);
    const made = await initiateOn(service, { accountName: "Sandbox waits" });
    const path = `/sandbox/transfers/${made.transactionId}/payments`;
    expect((await service.send("POST", path, { body: {}, key: "wrong" })).status).toBe(401);
    for (let at = 0; at < 1_000; at++) await pay(service, made, { share: "0.001" });
    expect((await pay(service, made)).text).toContain("1000 payments already");
    await waitSeconds(2);
    expect((await depositsOf(service, made)).length).toBe(1_000);
  });
});
