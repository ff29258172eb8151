import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { quoteQuery, quoteRefreshMs } from "#lib/calls/queries";
import type { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { quoteLifeMs } from "#lib/contract/quote-life";

/** An amount that can be sent, as decimal text, and the asset ID. */
export type QuoteSubject = { amount: string; asset: string };

export type LiveQuote = {
  /** The last quote, for this subject or for the one before it. None while there is no amount that can be sent. */
  shown: Quote | undefined;
  /** A quote that may be acted on: for this subject and not dead. */
  usable: Quote | undefined;
  /** Otherwise `shown` is for the subject before, and is dimmed. */
  isCurrent: boolean;
  isFetching: boolean;
  /** A minute has passed without a new answer. */
  isDead: boolean;
  problem: Problem | null;
  /** In milliseconds; 0 before the first. */
  receivedAt: number;
  refresh: () => void;
  /** How often a person asked again. */
  refreshCount: number;
};

const debounceMs = 400;
const nothing: QuoteSubject = { amount: "0", asset: "" };

/** Returns a value once it hasn't changed for a while. */
export function useSettled<Value>(value: Value, delayMs = debounceMs): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

/** Asks 400 ms after the last change, and every 30 s while the page is visible. Keeps the last answer. */
export function useLiveQuote(subject: QuoteSubject | undefined): LiveQuote {
  const key = subject && `${subject.amount} ${subject.asset}`;
  const settledKey = useSettled(key);
  const isSettled = key !== undefined && key === settledKey;
  const query = useQuery({
    ...quoteQuery(subject ?? nothing),
    enabled: isSettled,
    refetchInterval: ({ state }) => waitMs(state.error),
  });
  const answer = query.isPlaceholderData || !isSettled ? undefined : query.data;
  const [last, setLast] = useState<{ quote: Quote; receivedAt: number }>();
  if (answer !== undefined && (answer !== last?.quote || query.dataUpdatedAt !== last.receivedAt)) {
    setLast({ quote: answer, receivedAt: query.dataUpdatedAt });
  }
  const [refreshCount, setRefreshCount] = useState(0);
  const receivedAt = last?.receivedAt ?? 0;
  const isDead = useHasPassed(receivedAt + quoteLifeMs) && receivedAt > 0;
  const isCurrent =
    last !== undefined && last.quote.amount === subject?.amount && last.quote.asset === subject.asset;
  return {
    shown: subject && last?.quote,
    usable: isCurrent && !isDead ? last.quote : undefined,
    isCurrent,
    isFetching: subject !== undefined && (!isSettled || query.isFetching),
    isDead,
    problem: isSettled ? (query.error as Problem | null) : null,
    receivedAt,
    refresh: () => {
      setRefreshCount((count) => count + 1);
      void query.refetch();
    },
    refreshCount,
  };
}

/** The service's own wait where it asked for one. */
function waitMs(error: Error | null): number {
  const seconds = (error as Problem | null)?.retryAfterSeconds;
  return seconds === undefined ? quoteRefreshMs : Math.max(1, seconds) * 1000;
}

/** `moment` is in milliseconds since 1970. */
function useHasPassed(moment: number): boolean {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return passed === moment;
}
