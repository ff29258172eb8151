import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Input } from "#components/form/input";
import { AccountChange, AccountEnd } from "#components/payee/account-change";
import { Button } from "#components/ui/button";
import { PageLink } from "#components/ui/page-link";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { openPayee, payeesQuery } from "#lib/calls/payee-calls";
import type { Bank } from "#lib/contract/api";
import type { Payee, PayeeAccount, PayeeList } from "#lib/contract/payees";
import { accountGroups } from "#lib/money/format";
import type { ChosenPayee } from "./transfer-form";

const mostOffered = 6;
const pauseMs = 250;

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
  const leave = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const moves = useRef(false);
  // The pressed button is gone after either change.
  useEffect(() => {
    if (moves.current) (chosen === null ? search : leave).current?.focus();
    moves.current = true;
  }, [chosen]);
  if (chosen !== null) {
    return (
      <div className="mb-5 space-y-3 border-b border-line pb-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 className="foreign-text font-semibold">{chosen.name}</h3>
          <Button ref={leave} size="small" onClick={onLeave}>
            Pay another account
          </Button>
        </div>
        {chosen.change !== null && <PayeeChange payee={chosen} change={chosen.change} />}
        <SummaryList>
          <SummaryRow term="Bank">{account.bank?.name}</SummaryRow>
          <SummaryRow term="Account number">
            <span className="font-mono">{accountGroups(account.accountNumber).join(" ")}</span>
          </SummaryRow>
          <SummaryRow term="Account name">{account.accountName}</SummaryRow>
        </SummaryList>
      </div>
    );
  }
  return <Offer list={list} onChoose={onChoose} searchRef={search} />;
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

type OfferProps = Pick<Props, "list" | "onChoose"> & { searchRef: React.RefObject<HTMLInputElement | null> };

function Offer({ list, onChoose, searchRef }: OfferProps) {
  const [typed, setTyped] = useState("");
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({ ...payeesQuery(q), enabled: q !== "" });
  const [fault, setFault] = useState<string>();
  const newest = useRef<string>(undefined);
  const { payees, total } = q === "" ? list : (data ?? { payees: [], total: undefined });

  async function choose({ id, name, change }: Payee) {
    newest.current = id;
    setFault(undefined);
    const opened = await openPayee(id).catch((error: Error) => error);
    // Another one was chosen meanwhile.
    if (newest.current !== id) return;
    if (opened instanceof Error) setFault(`Nothing was filled in. ${opened.message}`);
    else onChoose({ id, name, change, version: opened.version }, opened);
  }

  return (
    <fieldset className="mb-5 border-b border-line pb-5">
      <legend className="text-[0.8125rem]/5 font-semibold">Payee</legend>
      <Input
        ref={searchRef}
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter would send the form.
          if (event.key === "Enter") event.preventDefault();
        }}
        aria-label="Find a payee by name"
        placeholder="Find a payee by name"
        autoComplete="off"
        className="mt-1"
      />
      <ul className="mt-2 grid gap-2 sm:grid-cols-2">
        {payees.slice(0, mostOffered).map((payee) => (
          <li key={payee.id} className="min-w-0">
            <button
              type="button"
              onClick={() => void choose(payee)}
              className="block min-h-11 w-full rounded-lg border border-line px-3 py-1.5 text-left hover:border-line-strong hover:bg-sunken"
            >
              <span className="foreign-text block truncate font-medium">{payee.name}</span>
              <span className="foreign-text block truncate text-[0.8125rem]/5 text-muted">
                <AccountEnd {...payee} />
              </span>
              {payee.change !== null && (
                <span className="block text-[0.8125rem]/5 text-warn">Account changed recently</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <p
        role="status"
        className={fault === undefined ? "mt-2 text-[0.8125rem]/5 text-muted" : "mt-2 font-medium text-fail"}
      >
        {fault ?? foundWords(q, total)}
      </p>
    </fieldset>
  );
}

function foundWords(q: string, total: number | undefined): string {
  if (q === "" || total === undefined) return "";
  if (total === 0) return "No payee has this name. Enter the account below.";
  return total > mostOffered ? `${total} payees fit. Type more of the name.` : `${total} found.`;
}
