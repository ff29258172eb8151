"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useRedraw } from "#components/notice/redraw";
import { useRefresh } from "#lib/browser/refresh-page";
import { areSingleKeysOn } from "#lib/browser/single-keys";
import { serveKeys } from "#lib/browser/table-rows";
import { ask } from "#lib/calls/ask";
import type { ApprovalQueue } from "#lib/features/controls/controls-api";

type Props = { drawn: ApprovalQueue; children: ReactNode };

/** The rows are the server's. J and K move over them, O opens one; the page is drawn again when the queue changes. */
export function QueueWatch({ drawn, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { data } = useQuery({ ...ask("GET /api/approvals"), initialData: drawn, refetchInterval: 15_000 });
  useRedraw(data, drawn);
  const { refresh } = useRefresh();
  const isAsked = useRef(false);
  // A menu that was drawn before the first rule has no entry for this page.
  useEffect(() => {
    const isMissing = document.querySelector('nav a[href="/approvals"]') === null;
    if (drawn.waiting === 0 || !isMissing || isAsked.current) return;
    isAsked.current = true;
    refresh();
  }, [refresh, drawn.waiting]);
  useEffect(() => (box.current === null ? undefined : serveKeys(box.current)), []);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const { activeElement } = document;
      if (event.key !== "o" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (!areSingleKeysOn() || !(activeElement instanceof HTMLAnchorElement)) return;
      if (box.current?.contains(activeElement)) activeElement.click();
    };
    document.addEventListener("keydown", open);
    return () => document.removeEventListener("keydown", open);
  }, []);
  return (
    <div ref={box} data-rows className="space-y-4">
      {children}
    </div>
  );
}
