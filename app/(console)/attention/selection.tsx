"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { lazyPart } from "#components/ui/lazy-part";
import { useRefresh } from "#lib/browser/refresh-page";
import { serveKeys } from "#lib/browser/table-rows";
import { renewTransfers } from "#lib/calls/queries";
import type { ActResult } from "./act-words";
import type { CopyContext } from "./copy-words";
import { type Person, type Picked, pickedById, pickedIn, showMany, tickMany, untick } from "./picked";

const SelectionBar = lazyPart(() => import("./selection-bar").then(({ SelectionBar }) => SelectionBar));
const ActDialog = lazyPart(() => import("./act-dialog").then(({ ActDialog }) => ActDialog));

type Props = {
  people: readonly Person[];
  personId: string;
  /** What a message about a transfer says besides. */
  context: CopyContext;
  children: ReactNode;
};
type Asked = { act: "assign" | "resolve"; rows: Picked[] };

/** The rows are the server's; this knows which of them are ticked, and acts on those. */
export function Selection({ people, personId, context, children }: Props) {
  const { area, picked, look, clear } = useTicked();
  const [asked, setAsked] = useState<Asked>();
  const [said, setSaid] = useState<ActResult>();
  const { refresh } = useRefresh();
  const client = useQueryClient();
  const { copied, copy } = useCopy();

  function finish(outcome: ActResult) {
    setAsked(undefined);
    setSaid(outcome);
    clear();
    renewTransfers(client);
    refresh();
  }
  return (
    <>
      <ActOutcome of={said} className="mb-4">
        {said !== undefined && (
          <Notice kind={said.kind} title={said.title} isLive>
            {said.left.length > 0 && said.left.map((line) => <p key={line}>{line}</p>)}
          </Notice>
        )}
      </ActOutcome>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: boxes and buttons inside are the controls. */}
      <div
        ref={area}
        data-rows
        onChange={({ target }) => {
          if (target instanceof HTMLInputElement && target.name !== "transfer" && area.current !== null)
            tickMany(area.current, target);
          look();
        }}
        onClick={({ target }) => {
          const button = target instanceof Element ? target.closest<HTMLButtonElement>("button[name]") : null;
          if (button === null || area.current === null) return;
          if (button.name === "assign")
            setAsked({ act: "assign", rows: pickedById(area.current, button.value) });
          if (button.name === "copy")
            void copy(({ messageAbout }) => messageAbout(button.value, client, context), button);
        }}
      >
        {children}
      </div>
      <p role="status" className="sr-only">
        {copied?.words}
      </p>
      {picked.length > 0 && (
        <Suspense>
          <SelectionBar
            picked={picked}
            onAct={(act) => setAsked({ act, rows: picked })}
            copied={copied?.button === undefined ? copied?.words : undefined}
            onCopy={() => void copy(({ listOf }) => listOf(picked))}
            onClear={() => {
              clear();
              area.current?.querySelector<HTMLInputElement>("input[name=all], input[name=group]")?.focus();
            }}
          />
        </Suspense>
      )}
      {asked !== undefined && (
        <Suspense>
          <ActDialog
            {...asked}
            people={people}
            personId={personId}
            onDone={finish}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The rows inside `area` that are ticked. */
function useTicked() {
  const area = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Picked[]>([]);
  function look() {
    if (area.current === null) return;
    showMany(area.current);
    const now = pickedIn(area.current);
    setPicked((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
  }
  function clear() {
    if (area.current !== null) untick(area.current);
    look();
  }
  // Each time: a row that was drawn again may be gone, or have changed.
  useEffect(look);
  useEffect(() => (area.current === null ? undefined : serveKeys(area.current)), []);
  return { area, picked, look, clear };
}

type Copied = { words: string; button: HTMLButtonElement | undefined };
type CopyWords = typeof import("./copy-words");

const shownMs = 2_500;

/** Says for a moment what became of a copy: on the button, and once to a screen reader. */
function useCopy() {
  const [copied, setCopied] = useState<Copied>();
  useEffect(() => {
    if (copied === undefined) return;
    const { button, words } = copied;
    // A stylesheet shows it instead of the button's own words.
    if (button !== undefined) button.dataset.result = words;
    const timer = setTimeout(() => setCopied(undefined), shownMs);
    return () => {
      clearTimeout(timer);
      delete button?.dataset.result;
    };
  }, [copied]);
  async function copy(write: (words: CopyWords) => string | Promise<string>, button?: HTMLButtonElement) {
    try {
      await navigator.clipboard.writeText(await write(await import("./copy-words")));
      setCopied({ words: "Copied", button });
    } catch {
      // No connection, no clipboard without https, or a person has denied it.
      setCopied({ words: "Couldn’t copy", button });
    }
  }
  return { copied, copy };
}
