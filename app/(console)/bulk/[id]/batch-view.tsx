"use client";

import { Suspense, useEffect, useRef } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { PageHeader } from "#components/ui/page-header";
import { Skeleton } from "#components/ui/skeleton";
import { focusLate } from "#lib/browser/late-focus";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import { formatCount } from "#lib/money/format";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { BackToBatches } from "../back-to-batches";
import { BatchChip } from "../batch-chip";
import type { Shared } from "./shared";
import { useBatch } from "./use-batch";

const CheckView = lazyPart(() => import("./_check/check-view").then(({ CheckView }) => CheckView));
const ProgressView = lazyPart(() =>
  import("./_progress/progress-view").then(({ ProgressView }) => ProgressView),
);

type Props = Omit<Shared, "batch"> & { drawn: Batch };

/** A batch is checked until somebody agrees, and created from then on. */
export function BatchView({ drawn, ...given }: Props) {
  const acts = useBatch(drawn);
  const shared: Shared = { ...given, batch: acts.batch };
  const { name, state } = acts.batch;
  const isOpen = state === "draft" || state === "awaiting_approval" || state === "discarded";
  const heading = useRef<HTMLSpanElement>(null);
  const drawnOpen = useRef(isOpen);
  useEffect(() => {
    // What was pressed is gone with its part of the page.
    if (drawnOpen.current !== isOpen) focusLate(heading.current);
    drawnOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      <PageHeader
        back={<BackToBatches />}
        title={
          <span ref={heading} tabIndex={-1} translate="no" className="outline-none">
            {showInvisible(name)}
          </span>
        }
        beside={<BatchChip batch={acts.batch} />}
        lead={leadOf(shared)}
      />
      <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
        {isOpen ? (
          // Who may only read sees the same page without its acts.
          <CheckView {...shared} acts={acts} canChange={given.can.create && state === "draft"} />
        ) : (
          <ProgressView {...shared} acts={acts} />
        )}
      </Suspense>
    </>
  );
}

function leadOf({ batch, now, timeZone }: Shared): string {
  const { createdAt, createdBy, agreedAt, agreedBy, counts, state } = batch;
  const by = (name: string | null) => (name === null ? "" : ` by ${showInvisible(name)}`);
  const rows = `${formatCount(counts.rows)} ${counts.rows === 1 ? "row" : "rows"}`;
  const added = `Added ${formatMoment(createdAt, now, timeZone)}${by(createdBy)}`;
  const agreed = agreedAt === null ? [] : [`agreed ${formatMoment(agreedAt, now, timeZone)}${by(agreedBy)}`];
  const none = counts.created + counts.waiting + counts.unknown === 0;
  const end = state === "discarded" ? ["discarded"] : none ? ["nothing is created yet"] : [];
  return [added, ...agreed, rows, ...end].join(" · ");
}
