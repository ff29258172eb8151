import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { bodyOf } from "#lib/calls/call";
import { Problem } from "#lib/contract/problem";
import { sumWords } from "#lib/features/bulk/batches/batch-words";
import { formatExact, formatFiat } from "#lib/money/format";
import type { Amount } from "#lib/money/money";
import { formatMoment } from "#lib/text/format-time";
import { countOf } from "#lib/words/tables/table-words";
import { symbolOf, tokenName } from "../tokens";
import { estimateOf, isFixed } from "./estimate";
import type { Shared } from "./shared";
import type { BatchActs } from "./use-batch";

type Props = Shared & { acts: BatchActs; onClose: () => void };

/** What is agreed on: the rows as they are, their sums, and the rates that the person has seen. */
export function AgreeDialog(props: Props) {
  const { batch, acts, tokens, now, timeZone, onClose } = props;
  const { id, seen, counts, sumsToGo: sums } = batch;
  /** Rates of now, where one is below what was shown. */
  const [moved, setMoved] = useState<ReadonlyMap<string, string>>(new Map());
  const rates = batch.rates.map((rate) => ({ ...rate, rate: moved.get(rate.asset) ?? rate.rate }));
  const taking = (counts.ready ?? 0) + (counts.asked ?? 0) + (counts.faulty ?? 0);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      bodyOf("POST /api/batches/[id]/agree", {
        params: { id },
        body: { seen: `${seen}`, rates: rates.map(({ asset, rate }) => ({ asset, rate })) },
      }),
    onSuccess: (answer) => {
      onClose();
      acts.keep(answer, { from: 0, show: "all" });
    },
    onError: (fault) => {
      if (!(fault instanceof Problem)) return;
      const { asset, rate } = fault.extra;
      if (fault.code === "quote_moved" && typeof asset === "string" && typeof rate === "string")
        setMoved((before) => new Map(before).set(asset, rate));
      if (fault.code === "batch_changed") void acts.reload();
    },
  });
  const estimate = estimateOf({ sums, rates: rates.map((each) => ({ ...each, rate: each.rate as Amount })) });
  return (
    <ConfirmDialog
      title={`Agree on ${countOf(taking, "row")}?`}
      act={`Agree on ${countOf(taking, "row")}`}
      actPending="Agreeing"
      isPending={isPending}
      onAct={() => mutate()}
      onClose={onClose}
    >
      <SummaryList isRuled>
        {sums.map((sum) => (
          <SummaryRow key={sum.asset} term={tokenName(tokens, sum.asset)}>
            {sumWords(sum)}
          </SummaryRow>
        ))}
        {rates.map(({ asset, rate, quotedAt }) => (
          <SummaryRow key={asset} term="Rate">
            1 {symbolOf(tokens, asset)} = {formatExact(rate as Amount)} NGN
            <span className="block text-xs/4 font-normal text-muted">
              {moved.has(asset) ? "of just now" : formatMoment(quotedAt, now, timeZone)}
            </span>
          </SummaryRow>
        ))}
        {estimate !== undefined && (
          <SummaryRow term="Recipients get">
            {isFixed(batch) ? `${formatFiat(estimate)} NGN` : `about ${formatFiat(estimate)} NGN before fees`}
          </SummaryRow>
        )}
        {counts.leftOut > 0 && <SummaryRow term="Left out">{countOf(counts.leftOut, "row")}</SummaryRow>}
      </SummaryList>
      <p>
        Nothing is created yet. You have 24 hours to create the transfers; a change of any row ends the
        agreement.
      </p>
      {error !== null && <Trouble error={error} />}
    </ConfirmDialog>
  );
}
