import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { fieldFault } from "#lib/browser/field-faults";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { readMoved, showFresh, useQuoteMove } from "#lib/browser/quote/quote-move";
import { act } from "#lib/calls/act";
import { ask } from "#lib/calls/ask";
import { transferQuery } from "#lib/calls/queries";
import { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { decidedWords, endWords } from "#lib/features/controls/approval-words";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { fromUnits } from "#lib/money/units";
import { useOddQuote } from "../../transfers/new/_check/use-odd-quote";
import { approvalsCountQuery } from "../approvals-watch";
import type { Payout } from "./payout";

export type Tick = "confirmSeparate" | "confirmReference";
export type Ticks = Partial<Record<Tick, { detail: string; isTicked: boolean }>>;

/** The refusals that a tick answers. */
const askedBy: Partial<Record<string, Tick>> = {
  duplicate_suspected: "confirmSeparate",
  reference_used: "confirmReference",
};

export type Decision = ReturnType<typeof useDecision>;

type Context = { payout: Payout | undefined; timeZone: string };

/** Approves exactly what was seen, or declines it; says what became of it, once. */
export function useDecision(request: ApprovalDetail, live: LiveQuote, { payout, timeZone }: Context) {
  const client = useQueryClient();
  const { mutateAsync, isPending, error, reset, variables } = useMutation(
    act("POST /api/approvals/[id]/decision", { renews: [approvalsCountQuery] }),
  );
  const [outcome, setOutcome] = useState<string>();
  const [ticks, setTicks] = useState<Ticks>({});
  const isBusy = useRef(false);
  const { usable } = live;
  const move = useQuoteMove(usable, payout?.driftPercent ?? fromUnits(0n, 0), " Nothing was approved.");
  const problem = error instanceof Problem ? error : null;
  const odd = useOddQuote(live, problem);
  const query = ask("GET /api/approvals/[id]", { params: { id: request.id } });

  async function decide(body: Parameters<typeof mutateAsync>[0]["body"]) {
    // A second click can come before the first one is drawn.
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const detail = await mutateAsync({ params: { id: request.id }, body });
      const status = await statusOf(client, detail);
      client.setQueryData(query.queryKey, detail);
      setOutcome(decidedWords(detail, status));
    } catch (failure) {
      if (failure instanceof Problem) await refuse(failure);
    } finally {
      isBusy.current = false;
    }
  }

  async function refuse(failure: Problem) {
    const tick = askedBy[failure.code];
    if (tick !== undefined)
      setTicks((before) => ({ ...before, [tick]: { detail: failure.detail, isTicked: false } }));
    if (payout !== undefined && failure.code === "quote_moved")
      move.refuse(readMoved(failure, client, payout));
    if (payout !== undefined && failure.code === "quote_odd") showFresh(failure, client, payout);
    if (failure.code !== "not_waiting" && failure.code !== "request_expired") return;
    // Somebody else was quicker: what they did is the news.
    const detail = await client.fetchQuery(query).catch(() => undefined);
    const said = detail && endWords(detail, await statusOf(client, detail), { now: Date.now(), timeZone });
    if (said === undefined) return;
    reset();
    setOutcome(said);
  }

  function approve(lastFour: string, quote: Quote | undefined = usable) {
    const said = Object.entries(ticks).map(([name, tick]) => [name, tick.isTicked]);
    const seen = quote && { outputAmount: quote.outputAmount, quotedAt: quote.quotedAt };
    return decide({
      decision: "approve",
      subjectHash: request.subjectHash,
      ...(seen && { acceptedQuote: seen }),
      ...(request.needsLastFour && { lastFour }),
      ...Object.fromEntries(said),
      ...odd.said,
    });
  }

  const change = isPending ? undefined : move.change;
  return {
    approve,
    acceptChange: (lastFour: string) => {
      if (usable === undefined) return;
      move.accept(usable);
      void approve(lastFour, usable);
    },
    decline: (reason: string) => decide({ decision: "decline", subjectHash: request.subjectHash, reason }),
    isPending,
    isApproving: isPending && variables?.body.decision === "approve",
    /** There is a quote to accept where one is needed, and it has not moved. */
    isReady: !isPending && change === undefined && (payout === undefined || usable !== undefined),
    change,
    odd,
    ticks,
    tick: (name: Tick, isTicked: boolean) =>
      setTicks((before) => ({ ...before, [name]: { detail: before[name]?.detail ?? "", isTicked } })),
    asked: askedBy[problem?.code ?? ""],
    lastFourFault: fieldFault(error, "lastFour"),
    /** What isn't said beside a field, a tick or the quote. */
    trouble: isSaidElsewhere(error, odd.quote !== undefined && !odd.isConfirmed) ? null : error,
    outcome,
  };
}

/** What became of a transfer that was sent; `undefined` where nobody can say now. */
async function statusOf(client: QueryClient, { kind, state, subjectId }: ApprovalDetail) {
  if (kind !== "transfer" || state !== "approved") return undefined;
  return client.fetchQuery(transferQuery(subjectId)).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** `isOddAsked`: a tick for the quote is open. A refusal in spite of it is said. */
function isSaidElsewhere(error: Error | null, isOddAsked: boolean): boolean {
  if (!(error instanceof Problem)) return false;
  if (error.code === "quote_odd") return isOddAsked;
  return (
    error.code === "quote_moved" ||
    askedBy[error.code] !== undefined ||
    fieldFault(error, "lastFour") !== undefined
  );
}
