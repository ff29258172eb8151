import { Autocomplete } from "@base-ui/react/autocomplete";
import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Search } from "#components/ui/icon";
import { lastSeen } from "#lib/browser/last-seen";
import { openPhoneMenu } from "#lib/browser/phone-menu";
import { useSettled } from "#lib/browser/quote/live-quote";
import { ask } from "#lib/calls/ask";
import { findQuery, seenQuery } from "#lib/calls/find-calls";
import { Problem } from "#lib/contract/problem";
import { OptionRow } from "./option-row";
import { countWords, type Option, type OptionGroup, optionGroups, type PagePlace } from "./options";

export type PaletteProps = {
  pages: readonly PagePlace[];
  timeZone: string;
  /** The box that was used; what was typed there goes on here. */
  box: HTMLInputElement;
  /** What it held before. */
  before: string;
  onClose: () => void;
};

type InputKeyEvent = Parameters<NonNullable<ComponentProps<typeof Autocomplete.Input>["onKeyDown"]>>[0];

/** These keys work in any case, single keys on or off. */
const cap = "rounded border border-line bg-surface px-1 font-mono text-xs text-muted";
const pauseMs = 150;
const exportButton = '[data-keys="e"]';

/** Finds transfers, pages and acts. Enter takes the option that is marked, as soon as it answers what is typed. */
export function Palette({ pages, timeZone, box, before, onClose }: PaletteProps) {
  const router = useRouter();
  const dialog = useModal(box, before);
  const [typed, setTyped] = useState(() => (box.value === before ? "" : box.value));
  const text = typed.trim();
  const searched = useSettled(text, text === "" ? 0 : pauseMs);
  const { data, error, isFetching } = useQuery(findQuery(searched));
  const [paths] = useState(lastSeen);
  const { data: seen = [] } = useQuery(seenQuery(paths));
  // The menu keeps them up to date.
  const views = useQuery({ ...ask("GET /api/views"), staleTime: Number.POSITIVE_INFINITY }).data?.views ?? [];
  const isBehind = searched !== text || (data === undefined && isFetching);
  const [mayExport] = useState(() => document.querySelector(exportButton) !== null);
  const groups = optionGroups(text, isBehind ? undefined : data, seen, { pages, views }, mayExport);
  const options = groups.flatMap((group) => group.options);
  const holdEnter = useHeldEnter(isBehind, dialog);

  function take(option: Option) {
    onClose();
    // On a phone the box is in the menu.
    openPhoneMenu(false);
    if (option.kind === "export") document.querySelector<HTMLElement>(exportButton)?.click();
    else router.push(option.path as Route);
  }

  const transfers = isBehind ? 0 : (data?.items.length ?? 0);
  const remark = data?.remark ?? (error === null ? "" : errorWords(error));
  const payees = isBehind ? 0 : (data?.payees.length ?? 0);
  const others = options.filter(({ kind }) => kind !== "transfer" && kind !== "payee").length;
  const count = countWords(transfers, data?.hasMore ?? false, payees, others);
  const said = isBehind || text === "" ? "" : remark || count;
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it closes it, and Escape does for the keyboard
    <dialog
      ref={dialog}
      aria-label="Find anything"
      onCancel={onClose}
      onKeyDownCapture={(event) => {
        // A pop-up that is still open behind it takes the key before the dialog's own cancel.
        if (event.key === "Escape" && !event.nativeEvent.isComposing) onClose();
      }}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
      className="mx-auto mt-24 mb-auto w-full max-w-160 overflow-hidden rounded-xl border border-line-strong bg-surface text-ink shadow-lg shadow-black/20 backdrop:bg-black/40 small:m-0 small:h-dvh small:max-h-none small:max-w-none small:rounded-none small:border-0"
    >
      <Autocomplete.Root<Option>
        items={options}
        filter={null}
        itemToStringValue={({ value }) => value}
        mode="none"
        value={typed}
        onValueChange={(value, { reason }) => {
          if (reason === "input-change" || reason === "input-clear") setTyped(value);
        }}
        inline
        open
        autoHighlight="always"
        keepHighlight
      >
        <SearchLine onKeyDown={holdEnter} onClose={onClose} />
        {remark !== "" && !isBehind && <p className="px-5 pt-3 text-muted">{remark}</p>}
        <Options groups={groups} typed={text} timeZone={timeZone} isBehind={isBehind} onTake={take} />
        <p role="status" className="sr-only">
          {said}
        </p>
      </Autocomplete.Root>
      <p className="flex justify-between gap-4 items-center border-t border-line bg-sunken px-5 py-2.5 text-xs text-muted">
        <span className="flex items-center gap-1 whitespace-nowrap pointer-coarse:hidden">
          <kbd className={cap}>↑</kbd>
          <kbd className={cap}>↓</kbd>
          <span className="mr-2">Move</span>
          <kbd className={cap}>↵</kbd>
          Open
        </span>
        Paste what you have: an ID, a name, an amount, a day
      </p>
    </dialog>,
    document.body,
  );
}

type SearchLineProps = { onKeyDown: (event: InputKeyEvent) => void; onClose: () => void };

function SearchLine({ onKeyDown, onClose }: SearchLineProps) {
  return (
    <div className="flex items-center gap-3 border-b border-line px-5 small:px-4">
      <Search aria-hidden className="size-4 shrink-0" />
      <Autocomplete.Input
        aria-label="Find a transfer, a payee, a page or an action"
        placeholder="Find anything"
        maxLength={256}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        onKeyDown={onKeyDown}
        className="min-h-14 w-full min-w-0 bg-transparent text-base outline-none"
      />
      <button type="button" onClick={onClose} className="min-h-6 shrink-0 pointer-coarse:min-h-11">
        <kbd className={cap}>Esc</kbd>
        <span className="sr-only">: close</span>
      </button>
    </div>
  );
}

type OptionsProps = {
  groups: readonly OptionGroup[];
  typed: string;
  timeZone: string;
  isBehind: boolean;
  onTake: (option: Option) => void;
};

function Options({ groups, typed, timeZone, isBehind, onTake }: OptionsProps) {
  let index = 0;
  return (
    <Autocomplete.List
      aria-label="Results"
      aria-busy={isBehind || undefined}
      className="max-h-[calc(100dvh-18rem)] overflow-y-auto overscroll-contain p-2 small:max-h-[calc(100dvh-6.5rem)]"
    >
      {groups.map(({ name, options }) => (
        <Autocomplete.Group key={name}>
          <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
            {name}
          </Autocomplete.GroupLabel>
          {options.map((option) => (
            <Autocomplete.Item
              key={option.value}
              value={option}
              index={index++}
              onClick={() => onTake(option)}
              className="flex min-h-10 cursor-default items-center gap-3 rounded-lg px-3 -outline-offset-2 outline-ring select-none data-highlighted:bg-sunken data-highlighted:outline-2 pointer-coarse:min-h-11"
            >
              <OptionRow option={option} typed={typed} timeZone={timeZone} />
            </Autocomplete.Item>
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  );
}

/** A native modal, which returns the focus; what was typed into the box before it was there is taken over. */
function useModal(box: HTMLInputElement, before: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector("input")?.focus();
    box.value = before;
    return () => shown?.close();
  }, [box, before]);
  return dialog;
}

/** Enter that is ahead of the answer takes its first option when it comes. */
function useHeldEnter(isBehind: boolean, dialog: RefObject<HTMLDialogElement | null>) {
  const isHeld = useRef(false);
  useEffect(() => {
    if (isBehind || !isHeld.current) return;
    isHeld.current = false;
    dialog.current?.querySelector<HTMLElement>("[role=option]")?.click();
  }, [isBehind, dialog]);
  return (event: InputKeyEvent) => {
    // Enter that ends a composition takes nothing.
    if (event.nativeEvent.isComposing) event.preventBaseUIHandler();
    isHeld.current = event.key === "Enter" && isBehind && !event.nativeEvent.isComposing;
    if (!isHeld.current) return;
    event.preventDefault();
    event.preventBaseUIHandler();
  };
}

function errorWords(error: Error): string {
  return error instanceof Problem ? error.detail : "Couldn\u2019t search.";
}
