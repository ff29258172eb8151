import type { Route } from "next";
import { useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { PageLink } from "#components/ui/page-link";
import { checkWords } from "#lib/features/bulk/batches/batch-words";
import { DiscardButton } from "../discard-button";
import { ReopenButton } from "../reopen-button";
import type { CheckProps } from "../shared";
import { AgreeBar } from "./agree-bar";
import { BankTexts } from "./bank-texts";
import { Figures } from "./figures";
import { Questions } from "./questions";
import { RowsCard } from "./rows-card";
import { SameBatch } from "./same-batch";
import { WhatWasRead } from "./what-was-read";

/** Each row is judged by the server as it is corrected. Nothing is created here. */
export function CheckView(props: CheckProps) {
  const { batch, acts, canChange } = props;
  const { counts } = batch;
  const questions = useRef<HTMLDivElement>(null);
  /** An answer was pressed, and its button may go with its question. */
  const hasPressed = useRef(false);
  useEffect(() => {
    const box = questions.current;
    const note = () => {
      hasPressed.current = true;
    };
    box?.addEventListener("click", note);
    return () => box?.removeEventListener("click", note);
  }, []);
  useEffect(() => {
    if (acts.isBusy || !hasPressed.current) return;
    hasPressed.current = false;
    if (document.activeElement === document.body) questions.current?.focus();
  }, [acts.isBusy]);
  return (
    <div className="flex flex-col gap-4">
      {/* Heard once for all rows. */}
      <p role="status" className="sr-only">
        {checkWords(batch.counts)}
      </p>
      {batch.state === "awaiting_approval" && (
        <Notice
          kind="info"
          title="This batch waits for an approval"
          action={props.can.create && <ReopenButton acts={acts} words="Change rows" />}
        >
          Its rows are created once a second person agrees. A change of any row ends the request.{" "}
          <PageLink href={`/approvals/${batch.id}` as Route} className="text-link">
            See the request
          </PageLink>
        </Notice>
      )}
      {batch.state === "discarded" && (
        <Notice kind="info" title="This batch was discarded">
          Nothing of it was created. Add the file again to start over.
        </Notice>
      )}
      {acts.trouble !== undefined && <Trouble error={acts.trouble} />}
      <SameBatch {...props} />
      <Figures {...props} />
      {canChange && <AgreeBar {...props} onAsk={() => questions.current?.focus()} />}
      <div ref={questions} tabIndex={-1} className="space-y-4 rounded-xl outline-none empty:hidden">
        <Questions {...props} />
        <BankTexts {...props} />
      </div>
      <WhatWasRead batch={batch} />
      <RowsCard {...props} />
      {canChange && counts.created + counts.waiting + counts.unknown === 0 && <DiscardButton acts={acts} />}
    </div>
  );
}
