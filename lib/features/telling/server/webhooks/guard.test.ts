import { afterEach, beforeEach, expect, it } from "vitest";
import { NameError } from "#lib/server/outgoing/names";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { receiveWebhooks } from "#lib/testing/telling/webhook-receiver";
import { guardedAgent, judgeUrl } from "./guard";
import { postOver } from "./post";

const privateAddresses = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1"],
  ...["127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1"],
  ...[
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
  ],
  ...["::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1"],
  ...["64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1"],
  ...["fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "3fff::1"],
];
const publicAddresses = ["8.8.8.8", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"];
/** All of them lead to this machine. */
const hostsOfThisMachine = [
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "0x7f.1"],
  ...["127.0.0.1.", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::7f00:1]"],
  ...["１２７.0.0.1", "127。0。0。1", "0.0.0.0"],
];

const sent = { form: "standard", headers: {}, body: JSON.stringify({ data: {} }) } as const;
let dashboard: TestDashboard | undefined;
const start = async (networks = "") => {
  dashboard = await startDashboard({ WEBHOOK_ALLOW_NETWORKS: networks });
};
beforeEach(() => start());
afterEach(() => dashboard?.close());

const fault = (text: string) => ({ fault: text });
const isFound =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

it("takes public https addresses alone, and says what is wrong with another", async () => {
  expect(privateAddresses).toHaveLength(38);
  const url = "https://ledger.example/hooks?of=1";
  for (const address of privateAddresses)
    expect(await judgeUrl(url, isFound(address)), address).toEqual(
      fault("ledger.example leads to a private address."),
    );
  for (const address of publicAddresses) {
    expect(await judgeUrl(url, isFound(address)), address).toEqual({ url: new URL(url) });
    for (const other of ["10.0.0.1", "::1"])
      expect(await judgeUrl(url, isFound(address, other))).toHaveProperty("fault");
  }
  expect(await judgeUrl(url, () => Promise.reject(new NameError("ENOTFOUND")))).toEqual(
    fault("ledger.example can’t be found. Check the address."),
  );
  expect(await judgeUrl(url, () => Promise.reject(new NameError("EAI_AGAIN")))).toEqual(
    fault("The name server gives no answer about ledger.example. Check the address, and try again."),
  );
  const open = isFound("8.8.8.8");
  for (const text of [
    ...["http://ledger.example/", "ftp://ledger.example/", "ledger.example", "", "https://", "javascript:1"],
    ...[
      "https://u@ledger.example/",
      "https://:p@ledger.example/",
      "https://ledger.example/#a",
      "https://a.example/#",
    ],
    `https://ledger.example/${"a".repeat(2_048)}`,
  ])
    expect(await judgeUrl(text, open), text).toHaveProperty("fault");
});

it("sees through every form of a host that leads to this machine, and sends it nothing", async () => {
  const receiver = await receiveWebhooks();
  const post = postOver(guardedAgent());
  expect(hostsOfThisMachine).toHaveLength(17);
  for (const host of hostsOfThisMachine) {
    expect(await judgeUrl(`https://${host}/`), host).toHaveProperty("fault");
    for (const scheme of ["http", "https"]) {
      const url = new URL(`${scheme}://${host}:${receiver.port}/`);
      expect(await post(url, sent), url.href).toMatchObject({ fault: "private_address" });
    }
  }
  expect(receiver.heard).toEqual([]);
  expect(receiver.connections()).toBe(0);
});

it("judges a name each time it is connected, and refuses it for one private address", async () => {
  await dashboard?.close();
  await start("127.0.0.2/32");
  const receiver = await receiveWebhooks();
  const url = new URL(`http://ledger.example:${receiver.port}/`);
  for (const answers of [
    [["127.0.0.1"]],
    [["127.0.0.2", "127.0.0.1"]],
    [["8.8.8.8", "::1"]],
    [[]],
    // Public when it was judged, private when it is connected.
    [["8.8.8.8"], ["127.0.0.1"]],
  ]) {
    if (answers.length > 1) await judgeUrl(url.href, isFound("8.8.8.8"));
    const agent = guardedAgent(isFound(...(answers.at(-1) ?? [])));
    expect(await postOver(agent)(url, sent), String(answers)).toMatchObject({ fault: "private_address" });
  }
  expect(receiver.connections()).toBe(0);
});

it("reaches a network that the operator allows, by http too, and no other that is private", async () => {
  await dashboard?.close();
  await start("127.0.0.0/8, fd00:1::/64");
  const receiver = await receiveWebhooks();
  const post = postOver(guardedAgent(isFound("127.0.0.1")));
  expect(await post(new URL(`http://ledger.example:${receiver.port}/`), sent)).toMatchObject({
    status: 204,
  });
  expect(await post(new URL(receiver.url), sent)).toMatchObject({ status: 204, fault: null });
  expect(receiver.heard).toHaveLength(2);
  for (const host of ["10.0.0.1", "[fd00:2::1]"])
    expect(await post(new URL(`http://${host}/`), sent)).toMatchObject({ fault: "private_address" });
  expect(await judgeUrl("http://ledger.example/", isFound("127.0.0.1", "fd00:1::9"))).toHaveProperty("url");
  expect(await judgeUrl("http://ledger.example/", isFound("8.8.8.8"))).toHaveProperty("fault");
  // Public addresses are reached by https alone.
  const open = guardedAgent(isFound("8.8.8.8"));
  expect(await postOver(open)(new URL("http://ledger.example/"), sent)).toMatchObject({
    fault: "private_address",
  });
});
