"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Notice } from "#components/notice/notice";
import { lazyPart } from "#components/ui/lazy-part";
import { useRefresh } from "#lib/browser/refresh-page";
import type { ActResult } from "./act-words";
import { type Person, type Picked, pickedById, pickedIn, showGroups, tickGroup, untick } from "./picked";

const SelectionBar = lazyPart(() => import("./selection-bar").then(({ SelectionBar }) => SelectionBar));
const ActDialog = lazyPart(() => import("./act-dialog").then(({ ActDialog }) => ActDialog));

type Props = { people: readonly Person[]; personId: string; children: ReactNode };
type Asked = { act: "assign" | "resolve"; rows: Picked[] };

/** The rows are the server's; this knows which of them are ticked, and acts on those. */
export function Selection({ people, personId, children }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Picked[]>([]);
  const [asked, setAsked] = useState<Asked>();
  const [said, setSaid] = useState<ActResult>();
  const { refresh } = useRefresh();
  const client = useQueryClient();

  function look() {
    if (area.current === null) return;
    showGroups(area.current);
    const now = pickedIn(area.current);
    setPicked((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
  }
  function clear() {
    if (area.current !== null) untick(area.current);
    look();
  }
  // Each time: a row that was drawn again may be gone, or have changed.
  useEffect(look);
  useEffect(() => {
    if (said !== undefined) result.current?.focus();
  }, [said]);

  function finish(outcome: ActResult) {
    setAsked(undefined);
    setSaid(outcome);
    clear();
    void client.invalidateQueries({ queryKey: ["attention"] });
    void client.invalidateQueries({ queryKey: ["transfer"] });
    refresh();
  }
  return (
    <>
      <div ref={result} tabIndex={-1} className="mb-4 rounded-lg outline-none empty:hidden">
        {said !== undefined && (
          <Notice kind={said.kind} title={said.title} isLive>
            {said.left.length > 0 && said.left.map((line) => <p key={line}>{line}</p>)}
          </Notice>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: boxes and buttons inside are the controls. */}
      <div
        ref={area}
        onChange={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === "group") tickGroup(target);
          look();
        }}
        onClick={({ target }) => {
          const button =
            target instanceof Element ? target.closest<HTMLButtonElement>("button[name=assign]") : null;
          if (button !== null && area.current !== null)
            setAsked({ act: "assign", rows: pickedById(area.current, button.value) });
        }}
      >
        {children}
      </div>
      {picked.length > 0 && (
        <Suspense>
          <SelectionBar
            picked={picked}
            onAct={(act) => setAsked({ act, rows: picked })}
            onClear={() => {
              clear();
              area.current?.querySelector<HTMLInputElement>("input[name=group]")?.focus();
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
