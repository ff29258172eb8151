import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { evmAddress } from "#lib/asset/address";
import type { Transfer } from "#lib/contract/api";
import type { PayLink } from "#lib/contract/pay/pay-links";
import type { Payee } from "#lib/contract/payees";
import { db } from "#lib/server/database/db";
import { sweepLostDispatches } from "#lib/server/submission/recovery";
import { type Act, begin } from "#lib/testing/database/paused-acts";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import { answer, type Behaviour, reset } from "#lib/testing/service/faulty-service";
import { writeSession } from "#lib/testing/sign-in/sessions";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import type { Chain } from "./chain";

/**
 * How far a transfer has come before two act on it: its answer is kept back, or was lost, or has come; then a wallet was
 * asked and a link made; then its deposit was seen.
 */
export const stages = ["sending", "lost", "accepted", "asked", "deposited"] as const;
export type Stage = (typeof stages)[number];

/** A transfer, and all that two who act on it may do. */
export type Contest = {
  id: string;
  key: string;
  content: object;
  accounts: Accounts;
  personId: string;
  email: string;
  ids: Record<"service" | "other" | "person" | "address" | "personsAddress" | "wallet" | "hash", string>;
  /** Of the wallet that was asked, of the link and of the payee; unknown ones where there are none. */
  fundingId: string;
  linkPath: string;
  payeeId: string;
  chain: Chain;
  /** The bodies of the callbacks that were answered with 204. */
  taken: string[];
  /** The last event that somebody had seen who marked it as resolved with others. */
  handled: number[];
  /** The service's answer that names all. */
  yes: Behaviour;
  /** Lets the service answer, as an act that ends when the request does. */
  answered: (behaviour: Behaviour) => Act<Reply>;
  /** Lets the request end, whatever has become of it. */
  end: () => Promise<void>;
  callBack: (body: object) => Promise<Reply>;
  /** What the person does to the transfer, and elsewhere; with an idempotency key where it needs one. */
  send: Send;
  sendTo: Send;
  submit: (key: string, body: object) => Promise<Reply>;
  /** What a payer does. */
  open: () => Promise<Reply>;
  /** What an admin does to the person. */
  change: (method: string, path: string, body?: object) => Promise<Reply>;
};
export type Reply<Body = unknown> = { status: number; body: Body };
type Send = <Body = unknown>(
  method: string,
  path: string,
  body?: object,
  key?: string,
) => Promise<Reply<Body>>;

const long = "2020-01-01T00:00:00.000Z";
const newAddress = () => evmAddress(randomBytes(20));

/** The accounts that a contest pays: its own, that of what replaces it, and that of its payee. */
export type Accounts = Record<"own" | "replacement" | "payee", string>;

/** A contest whose request is under way; `find` is given its callback's path. */
type Begun = { contest: Contest; find: (callbackPath: string) => Promise<void> };

/** By a person of its own. `open` lets the service answer it. */
export async function beginContest(
  dashboard: TestDashboard,
  chain: Chain,
  accounts: Accounts,
  open: (behaviour: Behaviour) => void,
): Promise<Begun> {
  const ledger = await db();
  const { cookie, personId, email } = await writeSession(ledger, testSecret, { role: "finance" });
  const key = randomUUID();
  const content = contentOf(accounts.own);
  const sendTo: Contest["sendTo"] = (method, path, body, ofKey) =>
    dashboard.send(method, path, {
      headers: { cookie, ...(ofKey !== undefined && { "idempotency-key": ofKey }) },
      ...(body !== undefined && { body }),
    });
  const submit: Contest["submit"] = (ofKey, body) => sendTo("POST", "/api/transfers", body, ofKey);
  const { begun, doing } = begin(() => submit(key, content));
  doing.catch(() => undefined);
  let path = "";
  const ids = newIds();
  const contest: Contest = {
    ...{ id: "", key, content, accounts, personId, email, ids, chain, taken: [], handled: [] },
    ...{ fundingId: randomUUID(), linkPath: `/pay/${"x".repeat(43)}`, payeeId: randomUUID() },
    yes: answer(200, JSON.stringify({ success: true, transactionId: ids.service, address: ids.address })),
    answered: (behaviour) => ({
      begun,
      run: () => {
        open(behaviour);
        return doing;
      },
    }),
    end: async () => {
      open(reset);
      await doing;
    },
    callBack: async (body) => {
      const reply = await dashboard.send("POST", path, { body, as: "nobody" });
      if (reply.status === 204) contest.taken.push(JSON.stringify(body));
      return reply;
    },
    send: (method, below, body, ofKey) => sendTo(method, `/api/transfers/${contest.id}${below}`, body, ofKey),
    sendTo,
    submit,
    open: () => dashboard.send("GET", `/api${contest.linkPath}`, { as: "nobody" }),
    change: (method, below, body) =>
      dashboard.send(method, `/api/people/${personId}${below}`, body === undefined ? {} : { body }),
  };
  const find = async (callbackPath: string) => {
    path = callbackPath;
    const { id } = await ledger
      .selectFrom("transfers")
      .select("id")
      .where("idempotency_key", "=", key)
      .executeTakeFirstOrThrow();
    contest.id = id;
    // The next sweep finds that it took too long.
    await ledger.updateTable("transfers").set({ dispatch_deadline: long }).where("id", "=", id).execute();
  };
  return { contest, find };
}

/** Brings a contest to a stage. */
export async function reach(contest: Contest, stage: Stage): Promise<void> {
  const isAt = (other: Stage) => stages.indexOf(stage) >= stages.indexOf(other);
  if (stage === "lost") {
    await sweepLostDispatches(await db());
    const { body } = await contest.send<Transfer>("GET", "");
    expect(body.status).toBe("unknown");
  }
  if (isAt("accepted")) expect((await contest.answered(contest.yes).run()).status).toBe(201);
  if (isAt("asked")) {
    const made = await contest.send<PayLink>("POST", "/pay-link", newLink);
    expect(made.status).toBe(201);
    contest.linkPath = new URL(made.body.link).pathname;
    const beside = { ...walletOf(contest), confirmsPayLink: made.body.expiresAt };
    const asked = await contest.send("POST", "/fundings", beside, contest.fundingId);
    expect(asked.status).toBe(201);
  }
  if (isAt("deposited")) {
    contest.chain.pay(contest.ids.address, contest.ids.wallet, contest.ids.hash);
    expect((await contest.chain.look()).status).toBe(200);
  }
}

/** Saves the payee that may be paid, of whom nobody else knows. */
export async function savePayee(contest: Contest): Promise<void> {
  const { amount: _amount, asset: _asset, ...account } = contentOf(contest.accounts.payee);
  const saved = await contest.sendTo<Payee>("POST", "/api/payees", {
    name: account.accountNumber,
    ...account,
  });
  expect(saved.status).toBe(201);
  contest.payeeId = saved.body.id;
}

/** What a link is asked for with, and a wallet. */
export const newLink = { validHours: "24", payeeName: "Acme" };
export const walletOf = ({ ids }: Contest) => ({ wallet: "MetaMask", from: ids.wallet });

function newIds(): Contest["ids"] {
  return {
    ...{ service: `txn_${randomUUID()}`, other: `txn_${randomUUID()}`, person: `txn_${randomUUID()}` },
    ...{ address: newAddress(), personsAddress: newAddress(), wallet: newAddress().toLowerCase() },
    hash: `0x${randomBytes(32).toString("hex")}`,
  };
}

/** What a transfer to an account is asked for with. */
export const contentOf = (accountNumber: string) => ({ ...goodTransfer, accountNumber });
