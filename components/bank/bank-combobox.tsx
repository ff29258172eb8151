"use client";

import { Combobox } from "@base-ui/react/combobox";
import { useQuery } from "@tanstack/react-query";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Check, ChevronDown, Search } from "#components/ui/icon";
import { indexBanks, searchBanks } from "#lib/bank/bank-search";
import { banksQuery } from "#lib/calls/bank-calls";
import type { Bank } from "#lib/contract/api";
import { BankListState } from "./bank-combobox-state";
import {
  type BankFieldProps,
  BankRow,
  type BankStart,
  bankTriggerClasses,
  writesCharacter,
} from "./bank-row";

type Props = BankFieldProps & BankStart;

type ComboboxKeyEvent = Parameters<NonNullable<ComponentProps<typeof Combobox.Input>["onKeyDown"]>>[0];

/** As many rows as a person would scroll through. */
const mostRows = 80;
/** Codes repeat, so a row is known by its place in the list. */
type Row = Bank & { place?: string };
const noRows: Row[] = [];
const isSame = (a: Row, b: Row) => a.code === b.code && a.name === b.name;

const roomPx = 420;
const topPx = 80;

/** Scrolls a low field up when its list opens, as far as the field stays in sight. */
function useRoomBelow(isOpen: boolean) {
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen || field.current === null) return;
    const { top, bottom } = field.current.getBoundingClientRect();
    const missing = bottom + roomPx - window.innerHeight;
    window.scrollBy(0, Math.max(0, Math.min(missing, top - topPx)));
  }, [isOpen]);
  return field;
}

/** The banks that fit what is typed; `searched` is what they fit, a moment behind a fast typist. */
function useFoundBanks(country: string, typed: string) {
  const query = useQuery(banksQuery(country));
  const banks = useMemo(
    () => query.data?.banks.map((row, place): Row => ({ ...row, place: `${place}` })) ?? noRows,
    [query.data?.banks],
  );
  const index = useMemo(() => indexBanks(banks), [banks]);
  const searched = useDeferredValue(typed);
  const found = useMemo(() => searchBanks(index, searched), [index, searched]);
  return { query, banks, found, rows: found.slice(0, mostRows), searched };
}

/**
 * The library marks the first bank for what is typed, and forgets it where the banks came after the letters: then Enter would
 * take none. `isSettled`: the list fits what is typed.
 */
function useFirstMarked(search: RefObject<HTMLInputElement | null>, isSettled: boolean) {
  useEffect(() => {
    if (!isSettled) return;
    const frame = requestAnimationFrame(() => {
      const { current: input } = search;
      if (input === null || input.hasAttribute("aria-activedescendant")) return;
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    });
    return () => cancelAnimationFrame(frame);
  }, [search, isSettled]);
}

/** A popover, and the full screen on a small one. */
export function BankCombobox({ country, bank, onBank, startsWith, startsOpen, ...wiring }: Props) {
  const search = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useOpenUntilChosen(bank, startsOpen);
  const trigger = useRoomBelow(isOpen);
  const [typed, setTyped] = useState(startsWith);
  const { query, banks, found, rows, searched } = useFoundBanks(country, typed);
  // It takes the place of a button: what is typed until the search has the focus is caught here.
  useLayoutEffect(() => {
    if (startsOpen) trigger.current?.focus();
  }, [startsOpen, trigger]);

  useFirstMarked(search, isOpen && typed !== "" && searched === typed && rows.length > 0);

  function retry() {
    void query.refetch();
    search.current?.focus();
  }

  function openByTyping(event: KeyboardEvent) {
    if (!writesCharacter(event)) return;
    event.preventDefault();
    // The library's own typing on a closed list would choose a bank that nobody sees.
    event.stopPropagation();
    // A fast typist is ahead of the focus on its way into the search.
    setTyped((before) => (isOpen ? before + event.key : event.key));
    setIsOpen(true);
  }

  /** Enter that is ahead of the list waits for it. */
  function holdEnter(event: ComboboxKeyEvent) {
    const input = event.currentTarget;
    const isBehind = input.value !== searched || query.isPending;
    const isUnmarked = rows.length > 0 && !input.hasAttribute("aria-activedescendant");
    // Enter that ends a composition chooses nothing.
    if (event.nativeEvent.isComposing) event.preventBaseUIHandler();
    if (event.key !== "Enter" || !(isBehind || (isUnmarked && searched !== ""))) return;
    event.preventDefault();
    event.preventBaseUIHandler();
  }

  return (
    <Combobox.Root<Row>
      items={banks}
      filteredItems={rows}
      filter={null}
      value={bank}
      onValueChange={(chosen) => chosen !== null && onBank({ code: chosen.code, name: chosen.name })}
      isItemEqualToValue={isSame}
      itemToStringLabel={({ name }) => name}
      inputValue={typed}
      onInputValueChange={(text, { reason }) => {
        // Otherwise choosing a row would write its name here and filter the list by it.
        if (reason === "input-change" || reason === "input-clear") setTyped(text);
      }}
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        if (!open) setTyped("");
      }}
      autoHighlight
      modal
    >
      <Combobox.Trigger
        {...wiring}
        ref={trigger}
        onKeyDownCapture={openByTyping}
        className={bankTriggerClasses}
      >
        {bank === null ? <span className="text-subtle">Choose a bank</span> : <BankRow bank={bank} />}
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Combobox.Trigger>
      <BankPopup>
        <SearchLine ref={search} onKeyDown={holdEnter} onClose={() => setIsOpen(false)} />
        <BankListState
          query={query}
          found={found.length}
          shown={rows.length}
          typed={searched}
          onRetry={retry}
        />
        <BankRows rows={rows} isBehind={searched !== typed} />
      </BankPopup>
    </Combobox.Root>
  );
}

/** A text that was pasted into the search may have named the bank. */
function useOpenUntilChosen(bank: Props["bank"], startsOpen: boolean) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [chosen, setChosen] = useState(bank);
  if (chosen !== bank) {
    setChosen(bank);
    setIsOpen(false);
  }
  return [isOpen, setIsOpen] as const;
}

/** Always below the field and of one height, so that it never covers the amount or jumps while somebody types. */
function BankPopup({ children }: { children: ReactNode }) {
  return (
    <Combobox.Portal>
      <Combobox.Backdrop className="fixed inset-0 z-40 small:bg-black/30" />
      <Combobox.Positioner
        align="start"
        sideOffset={4}
        collisionAvoidance={{ side: "none" }}
        className="z-50 outline-none small:fixed! small:inset-0! small:transform-none! small:translate-none!"
      >
        <Combobox.Popup
          aria-label="Banks"
          className="flex h-[min(26rem,var(--available-height))] w-(--anchor-width) flex-col overflow-hidden rounded-lg border border-line-strong bg-surface text-ink shadow-lg shadow-black/10 small:h-dvh small:w-screen small:rounded-none small:border-0"
        >
          {children}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

type SearchLineProps = Pick<ComponentProps<typeof Combobox.Input>, "ref" | "onKeyDown"> & {
  onClose: () => void;
};

function SearchLine({ onClose, ...wiring }: SearchLineProps) {
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 small:pt-1">
      <Search aria-hidden className="size-4 shrink-0 text-muted" />
      <Combobox.Input
        {...wiring}
        aria-label="Search banks by name or code"
        placeholder="Name, short name or code"
        autoComplete="off"
        spellCheck={false}
        className="min-h-11 w-full min-w-0 bg-transparent text-sm outline-none pointer-coarse:text-base"
      />
      <button
        type="button"
        onClick={onClose}
        className="min-h-11 shrink-0 px-2 font-semibold text-ink hidden small:block"
      >
        Close
      </button>
    </div>
  );
}

function BankRows({ rows, isBehind }: { rows: readonly Row[]; isBehind: boolean }) {
  return (
    <Combobox.List
      aria-busy={isBehind || undefined}
      className="min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0"
    >
      {rows.map((row) => (
        <Combobox.Item
          key={row.place}
          value={row}
          className="flex min-h-9 cursor-default items-center gap-2 rounded-md px-2 py-1 -outline-offset-2 outline-ring select-none data-highlighted:bg-accent-soft data-highlighted:text-on-accent-soft data-highlighted:outline-2 pointer-coarse:min-h-11"
        >
          <BankRow bank={row} />
          <Combobox.ItemIndicator className="shrink-0">
            <Check aria-hidden className="size-4" />
          </Combobox.ItemIndicator>
        </Combobox.Item>
      ))}
    </Combobox.List>
  );
}
