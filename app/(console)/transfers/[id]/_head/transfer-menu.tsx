"use client";

import { type ReactNode, Suspense, useRef, useState } from "react";
import { PrintButton } from "#components/transfer/sheet/print-button";
import { Button, buttonClasses } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { lazyPart } from "#components/ui/lazy-part";
import type { MenuDialogProps } from "./menu-dialogs";

const MenuDialog = lazyPart(() => import("./menu-dialogs").then(({ MenuDialog }) => MenuDialog));

type Props = Pick<MenuDialogProps, "id" | "payout"> & {
  summary: string;
  /** What a new payee starts with; left out where nobody may save one, or it is one. */
  payee?: MenuDialogProps["payee"];
  isRecordable: boolean;
  links: ReactNode;
  icons: Record<"more" | "print" | "payee" | "received", ReactNode>;
};

/** A native popover: it opens without script, and Escape or a press elsewhere closes it. */
export function TransferMenu({ id, summary, payee, payout, isRecordable, links, icons }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Pick<MenuDialogProps, "payee">>();
  const [said, setSaid] = useState("");
  /** The menu closes first, so that the focus comes back to its button. */
  const show = (part: typeof open) => () => {
    menu.current?.hidePopover();
    setSaid("");
    setOpen(part);
  };
  const close = (sentence = "") => {
    setOpen(undefined);
    setSaid(sentence);
  };
  return (
    <>
      <button
        type="button"
        popoverTarget="more"
        aria-label="More actions"
        className={buttonClasses({ size: "small" })}
      >
        {icons.more}
      </button>
      <div
        id="more"
        ref={menu}
        popover="auto"
        className="under-button m-auto max-h-[80dvh] w-60 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-ink shadow-lg"
      >
        <CopyAct text={() => new URL(`/transfers/${id}`, window.location.origin).href}>Copy link</CopyAct>
        <CopyAct text={summary}>Copy summary for a ticket</CopyAct>
        <PrintButton variant="menu">{icons.print}Print</PrintButton>
        <div className="mt-1.5 border-t border-line pt-1.5 empty:hidden">
          {links}
          {payee !== undefined && (
            <Button variant="menu" onClick={show({ payee })}>
              {icons.payee}
              Save as payee
            </Button>
          )}
          {isRecordable && (
            <Button variant="menu" onClick={show({ payee: undefined })}>
              {icons.received}
              Record what arrived…
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Suspense>{open && <MenuDialog id={id} payout={payout} {...open} onClose={close} />}</Suspense>
    </>
  );
}

function CopyAct({ text, children }: { text: string | (() => string); children: string }) {
  return (
    <CopyButton text={text} variant="menu" className="flex! items-stretch!">
      {children}
    </CopyButton>
  );
}
