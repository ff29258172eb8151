import type { Route } from "next";
import { useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { LinesAbove } from "#components/table-source/lines-above";
import { PageLink } from "#components/ui/page-link";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { checkWords } from "#lib/features/bulk/batches/batch-words";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { DiscardButton } from "../discard-button";
import { ReopenButton } from "../reopen-button";
import type { CheckProps } from "../shared";
import { AgreeBar } from "./agree-bar";
import { BankTexts } from "./bank-texts";
import { Figures } from "./figures";
import { Questions } from "./questions";
import { RowsCard } from "./rows-card";

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

/** Before anything else: paying a list twice is the dearest mistake. */
function SameBatch({ batch, acts, canChange, now, timeZone }: CheckProps) {
  const { sameAs } = batch.questions;
  if (sameAs === null) return null;
  return (
    <Notice kind="warn" title="These rows are an earlier batch">
      <p>
        They are{" "}
        <PageLink href={`/bulk/${sameAs.id}` as Route} translate="no" className="text-link">
          {showInvisible(sameAs.name)}
        </PageLink>
        , added {formatMoment(sameAs.createdAt, now, timeZone)}.
      </p>
      <label className="flex min-h-8 items-start gap-2.5 pt-1 pointer-coarse:min-h-11">
        <input
          id="not-the-same"
          type="checkbox"
          className="mt-0.5 shrink-0"
          checked={batch.said.isNotTheSame}
          disabled={!canChange}
          onChange={({ target }) => void acts.changeWhole({ isNotTheSame: target.checked })}
        />
        Pay these rows again
      </label>
    </Notice>
  );
}

/** What of the table isn't in its rows: nothing is left out in silence. */
function WhatWasRead({ batch: { above, unused, emptyRows } }: { batch: Batch }) {
  if (above.length === 0 && unused.length === 0 && emptyRows === 0) return null;
  return (
    <div className="space-y-1 text-[0.8125rem]/5 text-muted">
      {unused.length > 0 && (
        <p className="foreign-text">
          Columns that aren’t used: {unused.map((name) => `“${showInvisible(name)}”`).join(", ")}.
        </p>
      )}
      {emptyRows > 0 && <p>{countOf(emptyRows, "empty row")} left out.</p>}
      <LinesAbove lines={above} />
    </div>
  );
}
