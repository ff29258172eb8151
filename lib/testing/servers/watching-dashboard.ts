import { randomBytes, randomUUID } from "node:crypto";
import { evmAddress, solanaAddress } from "#lib/asset/address";
import { sandboxAssets } from "#lib/asset/asset-tables";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import { openReaders, type Reader, tick } from "#lib/server/chain/watcher";
import { db } from "#lib/server/database/db";
import type { ChainCursorRow } from "#lib/server/tables/deposit-rows";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import {
  answer,
  type Behaviour,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { startDashboard, type TestDashboard } from "./dashboard";

/** A dashboard on a live service that gives each transfer an address of its own, and on nodes of a network. */
export type WatchingDashboard = {
  dashboard: TestDashboard;
  readers: () => Reader[];
  /** One round of each network, in which no look waits for its time. */
  look: (readers?: Reader[]) => Promise<void>;
  /** `said` is what the service's answer says besides. */
  create: (changes?: object, said?: object) => Promise<Transfer & { address: string }>;
  /** One whose answer was lost, or says no more than this: the service may have it. */
  createUnknown: (said?: object) => Promise<Transfer>;
  /** As the service does, at the transfer's callback URL. */
  report: (transfer: Pick<Transfer, "id">, body: object) => Promise<number>;
  find: (transfer: Pick<Transfer, "id">) => Promise<TransferWithEvents>;
  /** What the chain's events say, such as "seen" or "confirmed". */
  news: (transfer: Pick<Transfer, "id">) => Promise<string[]>;
  cursor: () => Promise<ChainCursorRow | undefined>;
  close: () => Promise<void>;
};

type Sent = { callbackUrl?: string };

/** Two confirmations. */
export const watchedAssets = sandboxAssets.filter(({ network }) => network === "base");
export const solanaAssets = sandboxAssets.filter(({ network }) => network === "solana");
const addresses = {
  base: () => evmAddress(randomBytes(20)),
  solana: () => solanaAddress(randomBytes(32)),
};

export async function startWatchingDashboard(
  urls: readonly string[],
  variables: Record<string, string> = {},
  network: keyof typeof addresses = "base",
): Promise<WatchingDashboard> {
  const service = await startFaultyService();
  let [created, asked] = [0, 0];
  const callbacks = new Map<string, string>();
  const accept =
    (said: object): Behaviour =>
    (response, call) => {
      created += 1;
      const own = { success: true, address: addresses[network](), transactionId: `txn_${created}` };
      answer(200, JSON.stringify({ ...own, ...said }))(response, call);
    };
  const dashboard = await startDashboard({
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    OFFRAMP_ASSETS: JSON.stringify(network === "base" ? watchedAssets : solanaAssets),
    CHAIN_NODES: JSON.stringify({ [network]: { urls } }),
    ...variables,
  });
  const readers = openReaders();
  const find = async ({ id }: Pick<Transfer, "id">) =>
    (await dashboard.send<TransferWithEvents>("GET", `/api/transfers/${id}`)).body;
  const submit = async (behaviour: Behaviour, changes: object = {}) => {
    service.behave("initiate", behaviour);
    // Else it asks whether the second one is meant.
    asked += 1;
    const accountNumber = `${1_000_000_000 + asked}`;
    const own = { asset: `${network}:usdc`, accountName: "Sandbox waits", amount: "100", accountNumber };
    const body = { ...goodTransfer, ...own, ...changes };
    const headers = { "idempotency-key": randomUUID() };
    const made = await dashboard.send<Transfer>("POST", "/api/transfers", { body, headers });
    const { callbackUrl } = JSON.parse(service.callsOf("initiate").at(-1)?.body ?? "{}") as Sent;
    if (callbackUrl !== undefined) callbacks.set(made.body.id, new URL(callbackUrl).pathname);
    return made;
  };
  return {
    dashboard,
    readers: openReaders,
    look: async (some = readers) => {
      for (const reader of some)
        await tick({ ...reader, settledAt: Number.NEGATIVE_INFINITY, pausedUntil: 0, checkedAt: -1e9 });
    },
    create: async (changes, said = {}) => {
      const { status, body } = await submit(accept(said), changes);
      if (status >= 300 || body.address === null) throw new Error(`No address: ${JSON.stringify(body)}`);
      return { ...body, address: body.address };
    },
    createUnknown: async (said) =>
      (await submit(said === undefined ? reset : answer(500, JSON.stringify(said)))).body,
    report: async ({ id }, body) =>
      (await dashboard.send("POST", callbacks.get(id) ?? "", { body, as: "nobody" })).status,
    find,
    news: async (transfer) =>
      (await find(transfer)).events.flatMap(({ kind }) =>
        kind.startsWith("deposit_") ? [kind.slice("deposit_".length)] : [],
      ),
    cursor: async () => (await db()).selectFrom("chain_cursors").selectAll().executeTakeFirst(),
    close: async () => {
      await dashboard.close();
      await service.close();
    },
  };
}
