import { randomUUID } from "node:crypto";
import type { TransferWithEvents } from "#lib/contract/api";
import type { BulkResult } from "#lib/contract/attention";
import type { Act } from "#lib/testing/database/paused-acts";
import { type Contest, contentOf, newLink, type Reply, walletOf } from "./contest";

type ActOf = (contest: Contest) => Act<Pick<Reply, "status">>;

/** How a transfer is paid: by a wallet, by a link, and on its network; and what people do to several at once. */
export const paymentActs = {
  "wallet asked": (contest) => ({
    run: () => contest.send("POST", "/fundings", walletOf(contest), randomUUID()),
  }),
  "wallet sent": (contest) => answerWallet(contest, { said: "sent", hash: contest.ids.hash }),
  "wallet refused": (contest) => answerWallet(contest, { said: "not_sent", code: "4001" }),
  "wallet unsure": (contest) => answerWallet(contest, { said: "unsure" }),
  "wallet closed": ({ send, fundingId }) => ({
    run: () => send("POST", `/fundings/${fundingId}/close`, { reason: "The wallet shows nothing." }),
  }),
  "link made": ({ send }) => ({ run: () => send("POST", "/pay-link", newLink) }),
  "link ended": ({ send }) => ({ run: () => send("DELETE", "/pay-link") }),
  "link opened": ({ open }) => ({ run: open }),
  "deposit seen": ({ chain, ids }) => ({
    run: () => {
      chain.pay(ids.address, ids.wallet, ids.hash);
      return chain.look();
    },
  }),
  "deposit gone": ({ chain }) => ({
    run: () => {
      chain.takeBack();
      return chain.look();
    },
  }),
  "deposit settled": ({ chain }) => ({ run: chain.settle }),
  assigned: ({ sendTo, id, personId }) => ({
    run: () => sendTo("POST", "/api/attention/owner", { transfers: [id], person: personId }),
  }),
  "handled with others": (contest) => ({ run: () => handleWithOthers(contest) }),
} satisfies Record<string, ActOf>;

/** What becomes of a payee, and a transfer to it as it was at first. */
export const payeeActs = {
  "payee paid": ({ submit, accounts, payeeId }) => ({
    run: () => submit(randomUUID(), { ...contentOf(accounts.payee), payeeId, payeeVersion: "1" }),
  }),
  "payee renamed": ({ sendTo, payeeId, key }) => ({
    run: () => sendTo("PATCH", `/api/payees/${payeeId}`, { name: key }),
  }),
  "payee archived": ({ sendTo, payeeId }) => ({
    run: () => sendTo("PATCH", `/api/payees/${payeeId}`, { isArchived: true }),
  }),
  "payee moved": ({ sendTo, accounts, payeeId }) => ({
    run: () => {
      const { amount: _amount, asset: _asset, ...account } = contentOf(accounts.replacement);
      const version = { ...account, after: "1", howChecked: "By a call." };
      return sendTo("POST", `/api/payees/${payeeId}/versions`, version);
    },
  }),
} satisfies Record<string, ActOf>;

function answerWallet({ send, fundingId }: Contest, body: object): ReturnType<ActOf> {
  return { run: () => send("POST", `/fundings/${fundingId}/answer`, body) };
}

/** As the page of what needs attention does it: by what the person has seen. */
async function handleWithOthers({ send, sendTo, id, handled }: Contest): Promise<Pick<Reply, "status">> {
  const { status, body: seen } = await send<TransferWithEvents>("GET", "");
  if (status !== 200) return { status };
  const last = Math.max(...seen.events.map(({ seq }) => seq));
  const body = { transfers: [{ id, seen: `${seen.standing.seen}` }], text: "All done." };
  const reply = await sendTo<BulkResult[]>("POST", "/api/attention/resolution", body);
  if (reply.status === 200 && reply.body[0]?.outcome === "done") handled.push(last);
  return reply;
}
