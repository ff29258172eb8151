import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Input } from "#components/form/input";
import { AccountEnd } from "#components/payee/account-change";
import { useSettled } from "#lib/browser/quote/live-quote";
import { ask } from "#lib/calls/ask";
import { call } from "#lib/calls/call";
import type { Payee, PayeeAccount, PayeeList } from "#lib/contract/payees";
import { formatAgo } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import type { ChosenPayee } from "../transfer-form";

/** The most used, as tiles beside "Somebody new"; and of those that a search finds. */
const mostTiles = 3;
const mostFound = 8;
const pauseMs = 250;
const listId = "payees-offered";

type Props = {
  /** The most used first. */
  list: PayeeList;
  onChoose: (payee: ChosenPayee, account: PayeeAccount) => void;
  searchRef: RefObject<HTMLInputElement | null>;
};

/** A box that searches, and what it finds below: the arrows mark an option, Enter takes it. */
export function PayeeOffer({ list, onChoose, searchRef }: Props) {
  const [typed, setTyped] = useState("");
  const q = useSettled(typed.trim(), pauseMs);
  const [marked, setMarked] = useState(-1);
  const isHeld = useRef(false);
  const { data, isFetching } = useQuery({ ...ask("GET /api/payees", { query: { q } }), enabled: q !== "" });
  const { choose, fault } = useOpening(onChoose);
  const found = q === "" ? list : data;
  const isBehind = typed.trim() !== q || (found === undefined && isFetching);
  const payees = found?.payees.slice(0, q === "" ? mostTiles : mostFound) ?? [];
  // What is typed marks the first that fits.
  const active = payees[marked] ?? (q === "" || isBehind ? undefined : payees[0]);

  // Enter that was ahead of the answer.
  useEffect(() => {
    if (isBehind || !isHeld.current) return;
    isHeld.current = false;
    if (active !== undefined) void choose(active);
  });

  function onKeyDown(event: KeyboardEvent) {
    // Of a composition, whose own list the keys are for.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && payees.length > 0) {
      event.preventDefault();
      const from = active === undefined ? (step === 1 ? -1 : 0) : payees.indexOf(active);
      setMarked((from + step + payees.length) % payees.length);
    }
    if (event.key !== "Enter") return;
    // It would send the form.
    event.preventDefault();
    if (isBehind) isHeld.current = true;
    else if (active !== undefined) void choose(active);
  }

  return (
    <fieldset className="mb-5">
      <legend className="sr-only">Payee</legend>
      <Input
        ref={searchRef}
        type="search"
        role="combobox"
        aria-expanded={payees.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(active)}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setMarked(-1);
          isHeld.current = false;
        }}
        onKeyDown={onKeyDown}
        aria-label="Find a payee by name"
        placeholder="Find a payee by name"
        autoComplete="off"
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Payees"
        className="mt-2 grid grid-cols-2 gap-2 empty:hidden sm:grid-cols-4"
      >
        {payees.map((payee) => (
          <Option
            key={payee.id}
            payee={payee}
            isActive={payee === active}
            onTake={() => void choose(payee)}
          />
        ))}
        {q === "" && <NewOne />}
      </div>
      <p
        role="status"
        className={fault === undefined ? "mt-2 text-[0.8125rem]/5 text-muted" : "mt-2 font-medium text-fail"}
      >
        {fault ?? (isBehind ? "" : foundWords(q, found?.total))}
      </p>
    </fieldset>
  );
}

const tile = "min-h-13 min-w-0 rounded-lg border px-3 py-1.5 -outline-offset-2";

/** Chosen while no payee is: what the fields below are for. */
function NewOne() {
  return (
    <div aria-hidden="true" className={`${tile} border-ink outline outline-ink`}>
      <span className="block truncate text-[0.8125rem]/5 font-medium">Somebody new</span>
      <span className="block truncate text-xs/4 text-muted">bank, account, name</span>
    </div>
  );
}

const optionId = ({ id }: Payee) => `payee-${id}`;

function Option({ payee, isActive, onTake }: { payee: Payee; isActive: boolean; onTake: () => void }) {
  const { name, change } = payee;
  // Read once: the words must not change under the reader, and what the server has written stays.
  const [now] = useState(() => Date.now());
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus, and its Enter takes the option
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={optionId(payee)}
      role="option"
      aria-selected={isActive}
      onClick={onTake}
      className={`${tile} cursor-pointer border-line outline-ring hover:border-line-strong hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2`}
    >
      <span translate="no" className="foreign-text block truncate text-[0.8125rem]/5 font-medium">
        {showInvisible(name)}
      </span>
      <span className="foreign-text flex gap-x-1 text-xs/4 text-muted *:first:truncate">
        <AccountEnd {...payee} />
      </span>
      {change !== null && (
        <span suppressHydrationWarning className="block text-xs/4 text-warn">
          Account changed {formatAgo(change.at, Math.max(now, Date.parse(change.at)))}
        </span>
      )}
    </div>
  );
}

/** Asks for the whole account, which is logged. */
function useOpening(onChoose: Props["onChoose"]) {
  const [fault, setFault] = useState<string>();
  const newest = useRef<string>(undefined);
  async function choose({ id, name, change }: Payee) {
    newest.current = id;
    setFault(undefined);
    const opened = await call("GET /api/payees/[id]/account", { params: { id } }).catch(
      (error: Error) => error,
    );
    // Another one was chosen meanwhile.
    if (newest.current !== id) return;
    if (opened instanceof Error) setFault(`Nothing was filled in. ${opened.message}`);
    else onChoose({ id, name, change, version: opened.body.version }, opened.body);
  }
  return { choose, fault };
}

function foundWords(q: string, total: number | undefined): string {
  if (q === "" || total === undefined) return "";
  if (total === 0) return "No payee has this name. Enter the account below.";
  return total > mostFound ? `${total} payees fit. Type more of the name.` : `${total} found.`;
}
