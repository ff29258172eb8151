import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Notice } from "#components/notice/notice";
import { PageLink } from "#components/ui/page-link";
import { readQuoteAddress } from "#lib/browser/quote-address";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Actor } from "#lib/server/auth/actor";
import { pageActor } from "#lib/server/auth/page-actor";
import { env, inputRules } from "#lib/server/config/env";
import { findHold } from "#lib/server/hold/hold-release";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findTransfer, findTransferByKey } from "#lib/server/ledger/transfers";
import { listTransfers } from "#lib/server/search/list-transfers";
import { sandboxNames } from "#lib/server/service/offramp";
import { EarlierNotice } from "./earlier-notice";
import { NewTransfer } from "./new-transfer";
import { recentRecipients } from "./recent-recipients";
import { SandboxNames } from "./sandbox-names";
import { type EarlierTransfer, earlierOf, startFrom } from "./starting-point";

export const metadata: Metadata = { title: "New transfer" };

/** `?from=` starts with the content of an earlier transfer. */
export default async function NewTransferPage({ searchParams }: PageProps<"/transfers/new">) {
  const actor = await pageActor("create");
  const query = await searchParams;
  const { timeZone, quoteDriftPercent } = env();
  const done =
    typeof query.key === "string" ? await findTransferByKey(query.key).catch(() => undefined) : undefined;
  // A reload during the submission, or long after it.
  if (done !== undefined) redirect(`/transfers/${done}`);
  const rules = inputRules();
  const names = sandboxNames();
  const from = typeof query.from === "string" ? query.from : undefined;
  // These are conveniences: the form works without them.
  const [earlier, newest, hold] = await Promise.all([
    from === undefined
      ? undefined
      : findEarlier(from, actor).catch((): EarlierTransfer => ({ kind: "not_found" })),
    listTransfers({ limit: 50 }).catch(() => ({ items: [] })),
    findHold().catch(() => null),
  ]);
  const known = earlier === undefined || "kind" in earlier ? undefined : earlier;
  const before = known === undefined ? (earlier as EarlierTransfer | undefined) : earlierOf(known);
  return (
    <>
      {hold !== null && <HeldNotice />}
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

/** The form can still be filled in, and an attempt keeps what was typed. */
function HeldNotice() {
  const page = (
    <PageLink href="/attention" className="font-semibold underline underline-offset-3">
      See what to do
    </PageLink>
  );
  return (
    <Notice kind="fail" title="New transfers are on hold" action={page} className="mb-6">
      The database may have lost the newest transfers. You can’t create transfers until somebody has compared
      them with the offramp service’s records.
    </Notice>
  );
}

/** The form will hold its account number, so reading it is logged first. */
async function findEarlier(id: string, actor: Actor): Promise<TransferWithEvents> {
  const found = await findTransfer(id);
  await recordAccountView(found, actor);
  return found;
}
