import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Trouble } from "#components/notice/trouble";
import { ask } from "#lib/calls/ask";
import { progressWords } from "#lib/features/bulk/batches/batch-words";
import type { ProgressProps, Shared } from "../shared";
import { CreateCard } from "./create-card";
import { FundCard } from "./fund-card";
import { MadeRows } from "./made-rows";
import { StopNotice } from "./stop-notice";
import { useCreation } from "./use-creation";

const whileRunningMs = 3_000;
const whileOpenMs = 15_000;

/** What became of the rows. Only a person's press creates more of them, and only while a page like this is open. */
export function ProgressView(props: Omit<ProgressProps, "onReload">) {
  const { acts, can } = props;
  const { page } = acts;
  const creation = useCreation(acts.batch.id);
  const { data, refetch, isPlaceholderData } = useQuery({
    ...ask("GET /api/batches/[id]", {
      params: { id: acts.batch.id },
      query: { from: `${page.from}`, show: page.show },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: creation.isRunning ? whileRunningMs : whileOpenMs,
  });
  const asked = isPlaceholderData ? undefined : data;
  useEffect(() => {
    if (asked !== undefined) acts.follow(asked);
  });
  const made = creation.newest;
  // A call's answer is ahead of what is asked for every few seconds.
  const isAhead = made !== undefined && made.seen >= acts.batch.seen && doneOf(made) > doneOf(acts.batch);
  const batch = isAhead ? { ...acts.batch, ...made } : acts.batch;
  const onReload = async () => void (await refetch());
  const shared: ProgressProps = { ...props, batch, acts: { ...acts, batch }, onReload };
  return (
    <div className="space-y-4">
      <p role="status" className="sr-only">
        {creation.isRunning ? "" : progressWords(batch.counts)}
      </p>
      {acts.trouble !== undefined && <Trouble error={acts.trouble} />}
      {batch.stopped !== null && batch.state === "stopped" && <StopNotice {...shared} creation={creation} />}
      {creation.error !== undefined && <Trouble error={creation.error} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21.5rem]">
        <CreateCard {...shared} creation={creation} />
        {batch.funding !== null && <FundCard {...shared} canFund={can.create} />}
      </div>
      <MadeRows {...shared} />
    </div>
  );
}

function doneOf({ counts }: Pick<Shared["batch"], "counts">): number {
  return counts.created + counts.waiting + counts.unknown + counts.refused;
}
