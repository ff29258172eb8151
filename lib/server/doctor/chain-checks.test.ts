import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { solanaAssets, watchedAssets } from "#lib/testing/servers/watching-dashboard";
import {
  changed,
  type FakeNode,
  type NodeBehaviour,
  result,
  rpcError,
  startFakeNode,
} from "#lib/testing/service/fake-node";
import { type FakeSolana, startFakeSolana } from "#lib/testing/service/fake-solana";
import { testKey } from "#lib/testing/service/faulty-service";
import { hex } from "#lib/testing/service/sandbox-chain";
import { checkChains } from "./chain-checks";

let base: FakeNode;
let solana: FakeSolana;
let dashboard: TestDashboard;
beforeAll(async () => {
  base = await startFakeNode(8453, 2_300);
  solana = await startFakeSolana();
  solana.finalize();
  const two = (url: string) => ({ urls: [`${url}/first`, `${url}/second`] });
  dashboard = await startDashboard({
    OFFRAMP_BASE_URL: "http://127.0.0.1:9",
    OFFRAMP_API_KEY: testKey,
    OFFRAMP_ASSETS: JSON.stringify([...watchedAssets, ...solanaAssets]),
    CHAIN_NODES: JSON.stringify({ base: two(base.url), solana: two(solana.url) }),
  });
});
afterAll(async () => {
  await dashboard.close();
  await base.close();
  await solana.close();
});

const known = watchedAssets.flatMap(({ fromCurrency, contract, otherTokens = [] }) => [
  { symbol: fromCurrency, contract: contract ?? "" },
  ...otherTokens,
]);
const word = (number: number) => number.toString(16).padStart(64, "0");
/** As a contract answers `decimals()` and `symbol()`. */
const token: NodeBehaviour = (response, call) => {
  const [{ to, data }] = call.params as [{ to: string; data: string }];
  const symbol = known.find(({ contract }) => contract.toLowerCase() === to)?.symbol ?? "";
  const text = Buffer.from(symbol).toString("hex");
  const name = `0x${word(32)}${word(symbol.length)}${text.padEnd(64, "0")}`;
  result(data === "0x313ce567" ? `0x${word(6)}` : name)(response, call);
};
const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const mint = (decimals: number, owner = tokenProgram) =>
  result({ value: { owner, data: { program: "spl-token", parsed: { type: "mint", info: { decimals } } } } });
afterEach(() => {
  base.recover();
  solana.recover();
});

async function check(): Promise<string> {
  const said: string[] = [];
  for await (const { level, text } of checkChains()) said.push(`${level} ${text}`);
  return said.join("\n").replaceAll(/127\.0\.0\.1:\d+/g, "node");
}
function heal(): void {
  base.behave("eth_call", token);
  solana.behave("getAccountInfo", mint(6));
  solana.behave("getBlock", result({ blockhash: "same" }));
}

it("says of good nodes which chain, how much they take, and that they agree", async () => {
  heal();
  const said = await check();
  expect(said).not.toMatch(/^(bad|warn)/m);
  expect(said).toContain(`base, node: on chain 8453, at block ${base.head()}.`);
  expect(said).toMatch(/one call can ask for 500 addresses and 2000 blocks\. Expect about \d+ calls an hour/);
  expect(said).toContain(`base: both nodes have the same block ${base.head() - 1}.`);
  expect(said).toContain(`solana, node: on Solana, at block ${solana.head()}.`);
  expect(said).toContain(`solana: both nodes have the same block ${solana.final()}.`);
});

/** By the second node alone. */
const bySecond =
  (behave: NodeBehaviour): NodeBehaviour =>
  (response, call) =>
    (call.path === "/second" ? behave : result(call.good))(response, call);
const old = Math.floor(Date.now() / 1_000) - 300;

it.each<[string, () => void, RegExp]>([
  [
    "another chain",
    () => base.behave("eth_chainId", result("0x1")),
    /^bad base, node: The node is on another chain/m,
  ],
  [
    "an old head",
    () =>
      base.behave(
        "eth_getBlockByNumber",
        changed((block: object) => ({ ...block, timestamp: hex(old) })),
      ),
    /^bad base, node: The node's newest block is old/m,
  ],
  [
    "no contract",
    () => base.behave("eth_call", result("0x")),
    /^bad base, node: There is no token that we can watch at 0x/m,
  ],
  [
    "other decimals",
    () => base.behave("eth_call", result(`0x${word(18)}`)),
    /^bad base, node: USDC has 18 decimals on the network, and 6 in OFFRAMP_ASSETS/m,
  ],
  [
    "short ranges",
    () =>
      base.behave("eth_getLogs", (response, call) => {
        const [{ fromBlock, toBlock }] = call.params as [{ fromBlock: string; toBlock: string }];
        const isLong = Number(toBlock) - Number(fromBlock) >= 10;
        (isLong ? rpcError(-32_602, "range too large") : result([]))(response, call);
      }),
    /^warn base, node: one call can ask for 500 addresses and 7 blocks.*Choose a node that takes more/m,
  ],
  [
    "few addresses",
    () => base.behave("eth_getLogs", rpcError(-32_602, "too many topics")),
    /^bad base, node: it refuses a call for 500 addresses/m,
  ],
  [
    "another fork",
    () =>
      base.behave(
        "eth_getBlockByNumber",
        bySecond((response, call) =>
          result({ ...(call.good as object), hash: `0x${"99".repeat(32)}` })(response, call),
        ),
      ),
    /^bad base: the two nodes differ about block/m,
  ],
  [
    "another Solana",
    () => solana.behave("getGenesisHash", result("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG")),
    /^bad solana, node: The node is on another chain than Solana/m,
  ],
  [
    "a mint of other decimals",
    () => solana.behave("getAccountInfo", mint(9)),
    /^bad solana, node: USDC has 9 decimals/m,
  ],
  [
    "a mint of another program",
    () => solana.behave("getAccountInfo", mint(6, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")),
    /^bad solana, node: There is no token that we can watch at EPj/m,
  ],
  [
    "another block",
    () => solana.behave("getBlock", (response, call) => result({ blockhash: call.path })(response, call)),
    /^bad solana: the two nodes differ about block/m,
  ],
])("finds %s", async (_name, spoil, said) => {
  heal();
  spoil();
  expect(await check()).toMatch(said);
});

it("names each address of a node that can't be reached, and how it failed", async () => {
  const before = process.env.CHAIN_NODES;
  process.env.CHAIN_NODES = JSON.stringify({ base: { urls: ["http://127.0.0.1:1/secret-key"] } });
  await dashboard.restart();
  const said = await check();
  process.env.CHAIN_NODES = before;
  await dashboard.restart();
  expect(said).toMatch(/^bad base, node: 127\.0\.0\.1 refused the connection\. Deposits/m);
  expect(said).not.toContain("secret-key");
});
