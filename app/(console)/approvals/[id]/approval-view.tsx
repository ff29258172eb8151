"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { useRedraw } from "#components/notice/redraw";
import { PageLink } from "#components/ui/page-link";
import { useLiveQuote } from "#lib/browser/quote/live-quote";
import { ask } from "#lib/calls/ask";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { DecisionCard } from "./decision-card";
import type { Payout } from "./payout";
import { PayoutCard } from "./payout-card";
import { SinceAsked } from "./since-asked";
import { useDecision } from "./use-decision";

type Props = {
  drawn: ApprovalDetail;
  /** How it ended, where it has. */
  ended: string | undefined;
  timeZone: string;
  /** `undefined` for rules. */
  payout: Payout | undefined;
  /** Drawn by the server. */
  facts: ReactNode;
  cards: ReactNode;
  aside: ReactNode;
};

/** What is decided on, at the rate of now, and below all of it the decision. */
export function ApprovalView({ drawn, ended, timeZone, payout, facts, cards, aside }: Props) {
  const request = useFreshRequest(drawn);
  const isOpen = request.state === "waiting";
  const subject = payout && isOpen ? { amount: payout.amount, asset: payout.asset } : undefined;
  const live = useLiveQuote(subject);
  const decision = useDecision(request, live, { payout, timeZone });
  useEscape();
  // Somebody else's end of it, which comes while it is read, is news as well.
  const [wasOpen] = useState(isOpen);
  const news = decision.outcome ?? (wasOpen ? ended : undefined);
  return (
    <>
      <ActOutcome of={news} className="mb-4">
        {(news ?? ended) !== undefined && (
          <Notice
            kind={request.state === "approved" || decision.outcome?.startsWith("Approved") ? "ok" : "info"}
            title={news ?? ended}
            isLive={news !== undefined}
            action={
              <>
                {decision.outcome !== undefined && <NextRequest after={request.id} />}
                {payout !== undefined && <OpenTransfer id={payout.transferId} />}
              </>
            }
          >
            {request.state === "declined" && request.payout?.accountChangedAt != null && (
              <p>The payee keeps the changed account: look whether it is theirs.</p>
            )}
          </Notice>
        )}
      </ActOutcome>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <div className="min-w-0 space-y-4">
          {payout !== undefined && (
            <PayoutCard
              payout={payout}
              quoted={quotedOf(request)}
              live={live}
              timeZone={timeZone}
              isOpen={isOpen}
            >
              {facts}
            </PayoutCard>
          )}
          {cards}
        </div>
        <div className="min-w-0 space-y-4">
          {payout !== undefined && isOpen && (
            <SinceAsked request={request} live={live} currency={payout.currency} />
          )}
          {aside}
          {isOpen && (
            <DecisionCard
              request={request}
              live={live}
              decision={decision}
              payout={payout}
              timeZone={timeZone}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** What the last approver saw is what was sent. */
function quotedOf({ state, payout, decisions }: ApprovalDetail) {
  const seen = decisions.findLast(({ decision, output }) => decision === "approved" && output !== null);
  const isApproved = state === "approved" && seen !== undefined;
  return { output: (isApproved ? seen.output : payout?.naira) ?? null, isApproved };
}

/** To whoever has just decided: the oldest of the others that wait for them. */
function NextRequest({ after }: { after: string }) {
  const { data } = useQuery(ask("GET /api/approvals"));
  const others = data?.yours.filter(({ id }) => id !== after) ?? [];
  const [next] = others;
  if (data === undefined) return null;
  if (next === undefined)
    return (
      <PageLink href="/approvals" className="btn btn-small btn-secondary">
        All approvals
      </PageLink>
    );
  return (
    <PageLink href={`/approvals/${next.id}`} className="btn btn-small btn-secondary">
      Next request ({others.length} left)
    </PageLink>
  );
}

function OpenTransfer({ id }: { id: string }) {
  return (
    <PageLink href={`/transfers/${id}`} className="btn btn-small btn-secondary">
      Open the transfer
    </PageLink>
  );
}

/** Asked again while it waits; after a change the server draws its parts again. */
function useFreshRequest(drawn: ApprovalDetail): ApprovalDetail {
  const { data } = useQuery({
    ...ask("GET /api/approvals/[id]", { params: { id: drawn.id } }),
    initialData: drawn,
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? 10_000 : false),
  });
  useRedraw(data, drawn);
  return data;
}

/** Back to the queue, unless Escape closes something. */
function useEscape(): void {
  const router = useRouter();
  useEffect(() => {
    const leave = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isField = target instanceof Element && target.matches("input:not([type=checkbox]), textarea");
      if (key !== "Escape" || defaultPrevented || isField) return;
      if (document.querySelector("dialog[open], :popover-open, #phone-menu[open]") !== null) return;
      router.push("/approvals");
    };
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [router]);
}
