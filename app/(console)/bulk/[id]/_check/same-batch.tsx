import type { Route } from "next";
import { Notice } from "#components/notice/notice";
import { PageLink } from "#components/ui/page-link";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import type { CheckProps } from "../shared";

/** Before anything else: paying a list twice is the dearest mistake. */
export function SameBatch({ batch, acts, canChange, now, timeZone }: CheckProps) {
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
