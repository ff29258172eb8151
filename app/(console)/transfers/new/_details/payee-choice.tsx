import { useEffect, useRef, useState } from "react";
import { AccountChange, AccountEnd } from "#components/payee/account-change";
import { Initials } from "#components/payee/initials";
import { Button } from "#components/ui/button";
import { PageLink } from "#components/ui/page-link";
import { focusLate } from "#lib/browser/late-focus";
import type { Bank } from "#lib/contract/api";
import type { Payee, PayeeAccount, PayeeList } from "#lib/contract/payees";
import { accountGroups } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import type { ChosenPayee } from "../transfer-form";
import { PayeeOffer } from "./payee-offer";

type Props = {
  list: PayeeList;
  chosen: ChosenPayee | null;
  /** What the fields hold, shown while a payee is chosen. */
  account: { bank: Bank | null; accountNumber: string; accountName: string };
  onChoose: (payee: ChosenPayee, account: PayeeAccount) => void;
  onLeave: () => void;
};

/** Offers the payees, and shows the account of the chosen one. */
export function PayeeChoice({ list, chosen, account, onChoose, onLeave }: Props) {
  const shown = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const moves = useRef(false);
  // What was pressed is gone after either change. No button takes the focus: a second Enter would press it.
  useEffect(() => {
    if (moves.current) focusLate((chosen === null ? search : shown).current);
    moves.current = true;
  }, [chosen]);
  if (chosen === null) return <PayeeOffer list={list} onChoose={onChoose} searchRef={search} />;
  const { bank, accountNumber, accountName } = account;
  const bankName = bank?.name ?? "";
  return (
    <section
      ref={shown}
      tabIndex={-1}
      aria-labelledby="payee-title payee-name"
      className="mb-5 space-y-4 border-b border-line pb-5 outline-none"
    >
      <div>
        <h3 id="payee-title" className="text-[0.8125rem]/5 font-semibold">
          Payee
        </h3>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong px-3 py-1.5">
          <Initials name={chosen.name} />
          <div className="min-w-0 flex-[1_1_10rem]">
            <p id="payee-name" translate="no" className="foreign-text font-medium">
              {showInvisible(chosen.name)}
            </p>
            <p className="foreign-text text-[0.8125rem]/5 text-muted">
              <AccountEnd bankName={bankName} accountLastFour={accountNumber.slice(-4)} />
            </p>
          </div>
          <Button size="small" onClick={onLeave}>
            Pay another account
          </Button>
        </div>
        {chosen.change !== null && (
          <div className="mt-2">
            <PayeeChange payee={chosen} change={chosen.change} />
          </div>
        )}
      </div>
      <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fixed term="Bank">{showInvisible(bankName)}</Fixed>
        <Fixed term="Account number">
          <span className="tabular-nums">{accountGroups(accountNumber).join(" ")}</span>
        </Fixed>
        <Fixed term="Account name">{showInvisible(accountName)}</Fixed>
      </dl>
    </section>
  );
}

/** It changes on the payee's page alone. */
function Fixed({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem]/5 font-semibold">{term}</dt>
      <dd
        translate="no"
        className="foreign-text mt-1 flex min-h-10 items-center rounded-lg border border-line bg-sunken px-3 py-1.5"
      >
        {children}
      </dd>
    </div>
  );
}

/** The same on the review. */
export function PayeeChange({ payee, change }: { payee: ChosenPayee; change: NonNullable<Payee["change"]> }) {
  // Read once: the sentence must not change under the reader.
  const [now] = useState(() => Date.now());
  return (
    <div>
      <AccountChange change={change} now={now} />
      <PageLink href={`/payees/${payee.id}`} className="text-link text-[0.8125rem]/5">
        See what changed
      </PageLink>
    </div>
  );
}
