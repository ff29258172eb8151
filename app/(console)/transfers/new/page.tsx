import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { TransferWithEvents } from "#lib/contract/api";
import { readQuoteAddress } from "#lib/quote-address";
import { recordAccountView } from "#lib/server/account-views";
import type { Actor } from "#lib/server/auth/actor";
import { pageActor } from "#lib/server/auth/page-actor";
import { env, inputRules } from "#lib/server/env";
import { sandboxNames } from "#lib/server/offramp";
import { findTransfer, findTransferByKey, listTransfers } from "#lib/server/transfers";
import { EarlierNotice } from "./earlier-notice";
import { NewTransfer } from "./new-transfer";
import { recentRecipients } from "./recent-recipients";
import { SandboxNames } from "./sandbox-names";
import { type EarlierTransfer, earlierOf, startFrom } from "./starting-point";

export const metadata: Metadata = { title: "New transfer" };

/** A new transfer: details, check, and then the deposit page. `?from=` starts with the content of an earlier one. */
export default async function NewTransferPage({ searchParams }: PageProps<"/transfers/new">) {
  const actor = await pageActor("create");
  const query = await searchParams;
  const { timeZone, quoteDriftPercent } = env();
  const done =
    typeof query.key === "string" ? await findTransferByKey(query.key).catch(() => undefined) : undefined;
  // A reload in the middle of the submission, or long after it.
  if (done !== undefined) redirect(`/transfers/${done}`);
  const rules = inputRules();
  const names = sandboxNames();
  const from = typeof query.from === "string" ? query.from : undefined;
  // What cannot be read here only means fewer conveniences: the form works without it.
  const [earlier, newest] = await Promise.all([
    from === undefined
      ? undefined
      : findEarlier(from, actor).catch((): EarlierTransfer => ({ kind: "not_found" })),
    listTransfers({ limit: 50 }).catch(() => ({ items: [] })),
  ]);
  const known = earlier === undefined || "kind" in earlier ? undefined : earlier;
  const before = known === undefined ? (earlier as EarlierTransfer | undefined) : earlierOf(known);
  return (
    <>
      <NewTransfer
        key={from ?? "new"}
        rules={rules}
        timeZone={timeZone}
        driftPercent={quoteDriftPercent}
        start={startFrom(readQuoteAddress(query, rules.assets), known, rules.assets, "amount" in query)}
        earlier={before}
        notice={<EarlierNotice earlier={before} />}
        recent={recentRecipients(newest.items)}
      />
      {names.length > 0 && <SandboxNames names={names} />}
    </>
  );
}

/** The form will hold its account number, so that it was seen is written down first. */
async function findEarlier(id: string, actor: Actor): Promise<TransferWithEvents> {
  const found = await findTransfer(id);
  await recordAccountView(found, actor);
  return found;
}
