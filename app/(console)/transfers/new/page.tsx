import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { Notice } from "#components/notice/notice";
import { AccountEnd } from "#components/payee/account-change";
import { PageLink } from "#components/ui/page-link";
import { readQuoteAddress } from "#lib/browser/quote/quote-address";
import type { TransferWithEvents } from "#lib/contract/api";
import type { PayeeAccount } from "#lib/contract/payees";
import { findUsualTime } from "#lib/features/insight/server/times";
import { lastFour } from "#lib/money/format";
import type { Actor } from "#lib/server/auth/actor";
import { pageActor } from "#lib/server/auth/page-actor";
import { env, inputRules } from "#lib/server/config/env";
import { findHold } from "#lib/server/hold/hold-release";
import { recordAccountView } from "#lib/server/ledger/account-views";
import { findTransfer, findTransferByKey } from "#lib/server/ledger/transfers";
import { listPayees } from "#lib/server/payees/payees";
import { listTransfers } from "#lib/server/search/list-transfers";
import { showInvisible } from "#lib/text/visible-text";
import { findDraft } from "./find-draft";
import { findStart, type MissedPayee, nothingChosen } from "./find-start";
import { NewTransfer } from "./new-transfer";
import { recentRecipients } from "./recent-recipients";
import { type EarlierTransfer, earlierOf, startAgain, startFrom, withPayee } from "./starting-point";

export const metadata: Metadata = { title: "New transfer" };

/** `?from=` tries an earlier transfer again, `?again=` pays the same once more, `?payee=` starts with a payee. */
export default async function NewTransferPage({ searchParams }: PageProps<"/transfers/new">) {
  const actor = await pageActor("create");
  const query = await searchParams;
  const { timeZone, quoteDriftPercent } = env();
  const done =
    typeof query.key === "string" ? await findTransferByKey(query.key).catch(() => undefined) : undefined;
  // A reload during the submission, or long after it.
  if (done !== undefined) redirect(`/transfers/${done}`);
  const rules = inputRules();
  const text = (name: "from" | "again" | "payee" | "form") => {
    const value = query[name];
    return typeof value === "string" ? value : undefined;
  };
  const [from, again] = [text("from"), text("again")];
  // These are conveniences: the form works without them.
  const origin = from ?? again ?? text("payee") ?? "";
  const [earlier, chosen, payees, newest, hold, draft] = await Promise.all([
    from === undefined
      ? undefined
      : findEarlier(from, actor).catch((): EarlierTransfer => ({ kind: "not_found" })),
    findStart(again, text("payee"), actor).catch(() => nothingChosen(text("payee"))),
    listPayees({}).catch(() => ({ payees: [], total: 0 })),
    listTransfers({ state: "paid", limit: 50 }).catch(() => ({ items: [] })),
    findHold().catch(() => null),
    findDraft({ origin, form: text("form") }, actor, rules.assets).catch(() => undefined),
  ]);
  const known = earlier === undefined || "kind" in earlier ? undefined : earlier;
  const before = known === undefined ? (earlier as EarlierTransfer | undefined) : earlierOf(known);
  const address = readQuoteAddress(query, rules.assets);
  const hasAmount = "amount" in query;
  const { transfer: template, ...choice } = chosen;
  const started =
    template === undefined
      ? startFrom(address, known, rules.assets, hasAmount)
      : startAgain(template, address, rules.assets, hasAmount);
  return (
    <>
      {hold !== null && <HeldNotice />}
      <NewTransfer
        key={origin}
        origin={origin}
        draft={draft}
        rules={rules}
        timeZone={timeZone}
        driftPercent={quoteDriftPercent}
        start={choice.payee === undefined ? started : withPayee(started, choice.payee, choice.account)}
        notice={
          <>
            <EarlierNotice earlier={before} />
            {template !== undefined && <AgainNotice transfer={template} account={choice.account} />}
            {choice.payee === undefined && choice.missed !== undefined && (
              <PayeeNotice missed={choice.missed} />
            )}
          </>
        }
        payees={{ ...payees, payees: payees.payees.slice(0, 6) }}
        recent={recentRecipients(newest.items)}
        usualTime={await findUsualTime()}
      />
    </>
  );
}

type AgainProps = { transfer: TransferWithEvents; account: PayeeAccount | undefined };

function AgainNotice({ transfer, account }: AgainProps) {
  const { id, bankName, accountNumber } = transfer;
  const link = (
    <PageLink href={`/transfers/${id}`} className="font-semibold underline underline-offset-3">
      Open that transfer
    </PageLink>
  );
  if (account !== undefined && account.accountNumber !== accountNumber)
    return (
      <Notice
        kind="warn"
        title="The payee’s account has changed since that transfer"
        action={link}
        className="mb-4"
      >
        It was <AccountEnd bankName={bankName} accountLastFour={lastFour(accountNumber)} />. We’ve filled in
        the payee’s account of today and that transfer’s amount. Check both. This will be a new transfer.
      </Notice>
    );
  return (
    <Notice kind="info" title="Paying again" action={link} className="mb-4">
      We’ve filled in the account and the amount of an earlier transfer. Check both. This will be a new
      transfer.
    </Notice>
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
    <Notice kind="fail" title="New transfers are on hold" action={page} className="mb-4">
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

/** The address names a payee that can't be paid. */
function PayeeNotice({ missed }: { missed: MissedPayee }) {
  if (missed.kind === "not_found") {
    return (
      <Notice kind="warn" title="Couldn’t find this payee" className="mb-4">
        Nothing is filled in. Choose a payee, or enter the account.
      </Notice>
    );
  }
  const page = (
    <PageLink href={`/payees/${missed.id}` as Route} className="font-semibold underline underline-offset-3">
      Open the payee
    </PageLink>
  );
  return (
    <Notice kind="warn" title="This payee is archived" action={page} className="mb-4">
      {showInvisible(missed.name)} isn’t filled in. Choose another payee, or bring this one back first.
    </Notice>
  );
}

function EarlierNotice({ earlier }: { earlier: EarlierTransfer | undefined }) {
  if (earlier === undefined) return null;
  if (earlier.kind === "not_found") {
    return (
      <Notice kind="info" title="The earlier transfer was not found" className="mb-4">
        <p>This dashboard has no transfer with the ID in the address. The form is empty.</p>
      </Notice>
    );
  }
  const link = (
    <PageLink href={`/transfers/${earlier.id}` as Route} className="font-medium underline underline-offset-3">
      Open the earlier transfer
    </PageLink>
  );
  if (earlier.kind === "unresolved") {
    return (
      <Notice
        kind="warn"
        title="We don’t know whether the earlier transfer was created"
        className="mb-4"
        action={link}
      >
        <p>If you create it again, the recipient may be paid twice. Resolve the earlier one first.</p>
      </Notice>
    );
  }
  const title =
    earlier.kind === "replaced"
      ? "Trying again: the earlier transfer was not created"
      : "Filled in from an earlier transfer";
  return (
    <Notice kind="info" title={title} className="mb-4" action={link}>
      <p>
        {earlier.kind === "replaced"
          ? "We’ve filled in the earlier details. Correct what was wrong; the two transfers will be linked."
          : "We’ve filled in the earlier details. This creates another, separate transfer."}
      </p>
    </Notice>
  );
}
