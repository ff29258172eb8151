import type { PayerView } from "#lib/contract/pay/pay-links";
import { Problem } from "#lib/contract/problem";
import type { From } from "#lib/server/auth/actor";
import { spendOpenQuota } from "#lib/server/auth/quota";
import { networkOf } from "#lib/text/network.mjs";
import { findPayLink } from "./pay-links";
import { viewOf } from "./payer-view";

/** Invariant: whoever opens a link needs no session, is not asked for one, and changes nothing. */

/** A minute. A known link has reads of its own, so that nobody's guesses close it. */
export const payLinkReads = { ofLink: 60, unknownOfNetwork: 30 };

type Visit = { from: From; host: string };

/** For the API. Throws `not_found` and `too_many_requests`. */
export async function openPayLink(token: string, { from, host }: Visit): Promise<PayerView> {
  const found = await findPayLink(token);
  if (found === undefined) {
    await spendOpenQuota(`pay:network:${networkOf(from.address)}`, payLinkReads.unknownOfNetwork);
    throw new Problem("not_found", "There is no such link.");
  }
  await spendOpenQuota(`pay:link:${found.row.id}`, payLinkReads.ofLink);
  return viewOf(found.row, found.isLive, host);
}

/** For the page. An unknown link is never anything else there, however often somebody guesses. */
export async function openPayPage(token: string, visit: Visit): Promise<PayerView | "unknown" | "too_often"> {
  if ((await findPayLink(token)) === undefined) {
    await openPayLink(token, visit).catch(() => undefined);
    return "unknown";
  }
  return openPayLink(token, visit).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "too_many_requests") return "too_often";
    if (error instanceof Problem && error.code === "not_found") return "unknown";
    throw error;
  });
}
