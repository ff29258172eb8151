import { askToSend, checkAgain, type Terms, type Wallet } from "#lib/browser/wallet";
import { call, request } from "#lib/calls/call";
import type { FundingAnswer } from "#lib/contract/funding/fundings";
import { Problem } from "#lib/contract/problem";

/** Invariant: a wallet is asked only under a new licence whose terms are those on the screen. */

export type Question = {
  id: string;
  terms: Terms;
  wallet: Wallet;
  from: string;
  /** The licence's: made with the terms that are shown. */
  newId: string;
};

/** What the server wanted a person to confirm first. */
export type Confirmed = { confirmsPayLink?: string; confirmsFile?: string };

/** Returns what to say of the answer. `onChange` is called when others are to see it. Throws where nobody was asked. */
export async function fundFrom(
  { id, terms, wallet, from, newId }: Question,
  confirms: Confirmed,
  onChange: () => unknown,
): Promise<string> {
  const answer = (body: FundingAnswer) =>
    call("POST /api/transfers/[id]/fundings/[fid]/answer", {
      params: { id, fid: newId },
      body,
      keepalive: true,
    });
  const free = () => answer({ said: "not_sent" }).catch(() => undefined);
  const given = await request("POST /api/transfers/[id]/fundings", {
    params: { id },
    headers: { "idempotency-key": newId },
    body: { wallet: `${wallet.name} ${wallet.rdns}`, from, ...confirms },
  }).catch(async (error: unknown) => {
    // It may have been taken although no answer came.
    if (error instanceof Problem && error.status > 499) await free();
    throw error;
  });
  if (given.status !== 201) return "A wallet was already asked to send. Reload the page before you send.";
  const licence = await given.json().catch(() => ({}));
  if ((["contract", "to", "units", "chainId"] as const).some((name) => licence[name] !== terms[name])) {
    await free();
    return "This transfer has changed, so the wallet was not asked. Reload the page.";
  }
  await checkAgain(wallet, terms, from).catch(async (error) => {
    await free();
    throw error;
  });
  onChange();
  // An error that can't even be read as text.
  const said = await askToSend(wallet, terms, from).catch(() => ({ said: "unsure" }) as const);
  const state = await keep(() => answer(said));
  onChange();
  if (state === "not_sent") return "Nothing was sent.";
  if (state === "unsure") return `It may have been sent. Look in ${wallet.name}.`;
  if (state === undefined)
    return `Couldn’t record the wallet’s answer. Look in ${wallet.name}. If it sent, don’t send again.`;
  return `${wallet.name} says it sent. Don’t send again.`;
}

/** The wallet's answer is all that we get: it is not given up at once. */
async function keep(answer: () => Promise<{ body: { state: string } }>): Promise<string | undefined> {
  for (const waitMs of [1_000, 4_000, 16_000, 0]) {
    try {
      return (await answer()).body.state;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return undefined;
}
