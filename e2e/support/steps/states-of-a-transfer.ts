import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Dashboard } from "../dashboards/dashboard";
import { openDatabase } from "../dashboards/database";
import { readTransfer } from "./journey";
import { createByApi } from "./transfers";

/** A transfer on the sandbox, brought into a state by what its service says and its network shows. */
export type Life = {
  id: string;
  /** The service says these words, one after the other. It pays the deposit that it names, unless somebody has. */
  says: (...words: string[]) => Promise<void>;
  /** The service's update, as it comes. */
  post: (body: object | string) => Promise<void>;
  /** Somebody pays it, and the network shows that. */
  pays: (what: keyof typeof shownAs) => Promise<void>;
  /** Somebody pays it, and the network shows that and has not confirmed it. */
  sends: () => Promise<void>;
  /** Somebody pays it, and before that is confirmed the network shows it no more. */
  vanishes: () => Promise<void>;
  becomes: (status: TransferWithEvents["status"]) => Promise<void>;
};

const shownAs = {
  pay_all: "exact",
  pay_short: "short",
  pay_over: "over",
  pay_other_token: "wrong_token",
} as const;

/** One that the sandbox leaves alone, unless its name says otherwise. */
export async function liveOnSandbox(page: Page, { folder }: Dashboard, extra: object): Promise<Life> {
  const { id } = await createByApi(page, { accountName: "SANDBOX WAITS", ...extra });
  const read = () => readTransfer(page, id);
  const write = (write: (sandbox: ReturnType<typeof openDatabase>) => void) => {
    const sandbox = openDatabase(join(folder, "sandbox.db"));
    write(sandbox);
    sandbox.close();
  };
  const drive = async (status: string) => {
    const answer = await page.request.post(`/api/transfers/${id}/sandbox`, { data: { status } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const isNews = async (act: () => Promise<void>) => {
    const before = (await read()).standing.seen;
    await act();
    await expect.poll(async () => (await read()).standing.seen).not.toBe(before);
  };
  const shows = (label: TransferWithEvents["deposit"]["label"]) =>
    expect.poll(async () => (await read()).deposit.label).toBe(label);
  const sends = async () => {
    await drive("pay_all");
    await shows("seen");
  };
  return {
    id,
    says: async (...words) => {
      for (const word of words) await isNews(() => drive(word));
    },
    post: (data) =>
      isNews(async () => {
        let path = "";
        const { transactionId } = await read();
        write((sandbox) => {
          const { callback_url } = sandbox
            .prepare("SELECT callback_url FROM transfers WHERE transaction_id = ?")
            .get(transactionId ?? "") as { callback_url: string };
          path = new URL(callback_url).pathname;
        });
        const headers = { "content-type": "application/json" };
        expect((await page.request.post(path, { data, headers })).status()).toBe(204);
      }),
    pays: async (what) => {
      await isNews(() => drive(what));
      await shows(shownAs[what]);
    },
    becomes: (status) => expect.poll(async () => (await read()).status).toBe(status),
    sends,
    vanishes: async () => {
      await sends();
      const { address } = await read();
      write((sandbox) => {
        const to = address?.toLowerCase() ?? "";
        const { network, block } = sandbox
          .prepare("SELECT network, block FROM chain_logs WHERE to_address = ?")
          .get(to) as { network: string; block: number };
        const { id: dropped } = sandbox
          .prepare("INSERT INTO chain_reorgs (network, from_block, at_ms) VALUES (?, ?, ?) RETURNING id")
          .get([network, block, Date.now()]) as { id: number };
        sandbox.prepare("UPDATE chain_logs SET dropped_by = ? WHERE to_address = ?").run([dropped, to]);
      });
      await shows("gone");
    },
  };
}
