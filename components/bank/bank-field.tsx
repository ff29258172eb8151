"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FieldError } from "#components/form/field-error";
import { ChevronDown } from "#components/ui/icon";
import { useIsAlive } from "#lib/browser/is-alive";
import { isWriting } from "#lib/browser/late-focus";
import { banksQuery } from "#lib/calls/bank-calls";
import { classNames } from "#lib/text/class-names";
import {
  type BankFieldProps,
  BankRow,
  type BankStart,
  bankTriggerClasses,
  writesCharacter,
} from "./bank-row";
import { loadCombobox, preloadBankSearch } from "./load-bank-search";

/** The bank search is large, so it loads when it is first opened. Until then this button takes its place, typing included. */
export function BankField(props: BankFieldProps) {
  const { country, bank, onBank: _onBank, ...wiring } = props;
  const client = useQueryClient();
  // Ahead of its use, once the page is interactive.
  useEffect(() => {
    const timer = setTimeout(() => void client.prefetchQuery(banksQuery(country)));
    return () => clearTimeout(timer);
  }, [client, country]);
  const isAlive = useIsAlive();
  const [Search, setSearch] = useState<ComponentType<BankFieldProps & BankStart>>();
  const [state, setState] = useState<"closed" | "loading" | "failed">("closed");
  const typed = useRef("");
  const [start, setStart] = useState<BankStart>({ startsWith: "", startsOpen: true });

  function open() {
    setState("loading");
    loadCombobox().then(
      ({ BankCombobox }) => {
        // A person who has gone on to another field keeps the focus there, and opens the list again.
        const startsOpen = !isWriting();
        // At once: a key between the two would be typed into the button that goes.
        flushSync(() => {
          setStart({ startsWith: startsOpen ? typed.current : "", startsOpen });
          setSearch(() => BankCombobox);
        });
      },
      () => setState("failed"),
    );
  }

  function openByKey(event: KeyboardEvent) {
    const { key } = event;
    const isText = writesCharacter(event) || (key === " " && typed.current !== "");
    const isEdit = key === "Backspace" && typed.current !== "";
    if (!isText && !isEdit && key !== "ArrowDown" && key !== "ArrowUp") return;
    event.preventDefault();
    if (isText) typed.current += key;
    if (isEdit) typed.current = typed.current.slice(0, -1);
    open();
  }

  if (Search !== undefined) return <Search {...props} {...start} />;
  const look = (
    <>
      {bank === null ? <span className="text-subtle">Choose a bank</span> : <BankRow bank={bank} />}
      <ChevronDown className="size-4 shrink-0 text-muted" />
    </>
  );
  // Before hydration a press would be lost, so there is nothing to press.
  if (!isAlive) return <span className={bankTriggerClasses}>{look}</span>;
  return (
    <>
      <button
        {...wiring}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={false}
        aria-busy={state === "loading" || undefined}
        onFocus={preloadBankSearch}
        onPointerEnter={preloadBankSearch}
        onClick={open}
        onKeyDown={openByKey}
        className={classNames(bankTriggerClasses, state === "loading" && "cursor-progress")}
      >
        {look}
      </button>
      {state === "failed" && (
        <FieldError id={`${wiring.id}-load-error`}>
          Couldn’t load the bank search. Check your connection, then try again.
        </FieldError>
      )}
    </>
  );
}
