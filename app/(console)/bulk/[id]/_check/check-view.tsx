import type { Route } from "next";
import { useRef } from "react";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { PageLink } from "#components/ui/page-link";
import { checkWords } from "#lib/features/bulk/batches/batch-words";
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
  const questions = useRef<HTMLDivElement>(null);
  return (
    <div className="space-y-4">
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
          Nothing of it was created. Bring the file again to start anew.
        </Notice>
      )}
      {acts.trouble !== undefined && <Trouble error={acts.trouble} />}
      <SameBatch {...props} />
      <Figures {...props} />
      <div ref={questions} tabIndex={-1} className="space-y-4 rounded-xl outline-none empty:hidden">
        <Questions {...props} />
        <BankTexts {...props} />
      </div>
      <WhatWasRead batch={batch} />
      <RowsCard {...props} />
      {canChange && <AgreeBar {...props} onAsk={() => questions.current?.focus()} />}
    </div>
  );
}
