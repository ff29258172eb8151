"use client";

import { createContext, type ReactNode, Suspense, use, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Download } from "#components/ui/icon";
import { lazyPart } from "#components/ui/lazy-part";
import { useRefresh } from "#lib/browser/refresh-page";
import type { MonthFigures } from "#lib/features/books/month-answers";

const CloseDialog = lazyPart(() => import("./close-dialog").then(({ CloseDialog }) => CloseDialog));
const ExportDialog = lazyPart(() => import("./export-dialog").then(({ ExportDialog }) => ExportDialog));

type Asked = "close" | "export";
const Ground = createContext<{ name: string; ask: (asked: Asked) => void }>({
  name: "",
  ask: () => undefined,
});

type Props = {
  month: string;
  /** As people say it. */
  name: string;
  /** The hash of the figures that are shown. */
  seen: string;
  figures: MonthFigures;
  /** What is open or unclear, in words. */
  open: readonly string[];
  header: ReactNode;
  children: ReactNode;
};

/** Around the page of a month: what is drawn again changes, the question and its outcome stay. */
export function MonthGround({ month, name, seen, figures, open, header, children }: Props) {
  const { refresh } = useRefresh();
  const [asked, setAsked] = useState<Asked>();
  const [told, setTold] = useState<{ sentence: string }>();
  const close = () => setAsked(undefined);
  return (
    <Ground value={{ name, ask: setAsked }}>
      {header}
      <ActOutcome of={told} className="mb-4 print:hidden">
        {told !== undefined && <Notice kind="ok" title={told.sentence} isLive />}
      </ActOutcome>
      {children}
      <Suspense>
        {asked === "close" && (
          <CloseDialog
            {...{ month, name, seen, open }}
            onClosed={() => {
              close();
              setTold({ sentence: `${name} is closed` });
              refresh();
            }}
            onLookAgain={() => {
              close();
              refresh();
            }}
            onEnd={close}
          />
        )}
        {asked === "export" && <ExportDialog {...{ month, name, figures }} onEnd={close} />}
      </Suspense>
    </Ground>
  );
}

export function CloseButton() {
  const { name, ask } = use(Ground);
  return (
    <Button
      variant="primary"
      className="mt-4 print:hidden"
      aria-haspopup="dialog"
      onClick={() => ask("close")}
    >
      Close {name}…
    </Button>
  );
}

export function ExportButton() {
  const { ask } = use(Ground);
  return (
    <Button size="small" aria-haspopup="dialog" onClick={() => ask("export")}>
      <Download aria-hidden className="size-4" />
      Export…
    </Button>
  );
}
