import { useQuery } from "@tanstack/react-query";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { attentionCountsQuery } from "#lib/calls/queries";
import { formatCount } from "#lib/money/format";
import { receivedStates } from "#lib/transfer/received";
import { attentionTitles } from "#lib/words/attention-titles";
import { receivedStateWords } from "#lib/words/received/received-words";
import { ChoiceList } from "./choice-list";
import { dayWords } from "./day-words";
import type { ChoiceProps } from "./pill-kinds";

export function DayChoices(props: ChoiceProps) {
  const choices = Object.entries(dayWords).map(([days, words]) => ({ key: days, chosen: { days }, words }));
  return (
    <>
      <ChoiceList kind="days" choices={choices} {...props} />
      <p className="px-3 pt-1 pb-2 text-xs text-muted">Other days are under More filters.</p>
    </>
  );
}

export function ReceivedChoices(props: ChoiceProps) {
  const choices = receivedStates.map((received) => ({
    key: received,
    chosen: { received },
    words: receivedStateWords[received],
  }));
  return <ChoiceList kind="received" choices={choices} {...props} />;
}

/** Those that stand now, the most pressing first. */
export function ReasonChoices(props: ChoiceProps) {
  const { data, error } = useQuery(attentionCountsQuery);
  const choices = data?.reasons.map(({ reason, count }) => ({
    key: reason,
    chosen: { reason },
    words: attentionTitles[reason],
    aside: formatCount(count),
  }));
  return (
    <>
      {error !== null && data === undefined && <ProblemNotice trouble={asTrouble(error)} isLive />}
      {choices && <ChoiceList kind="reason" choices={choices} {...props} />}
      <p role="status" className="px-3 py-1 text-[0.8125rem]/5 text-muted empty:hidden">
        {choices?.length === 0 && "No transfer needs attention."}
      </p>
    </>
  );
}
