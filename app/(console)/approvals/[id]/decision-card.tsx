import { type Ref, Suspense, useId, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { ActOutcome } from "#components/notice/act-outcome";
import { Trouble } from "#components/notice/trouble";
import { QuoteChange } from "#components/quote/quote-change";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import { PageLink } from "#components/ui/page-link";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { OwnBatch } from "../../bulk/batch-of-approval";
import { DoubtBox, type DoubtCheck } from "../../transfers/new/_check/doubt-box";
import { doubtsOf } from "./decision-doubts";
import type { Payout } from "./payout";
import type { Decision } from "./use-decision";

const DeclineDialog = lazyPart(() => import("./decline-dialog").then(({ DeclineDialog }) => DeclineDialog));

type Kind = ApprovalDetail["kind"];
type Props = {
  request: ApprovalDetail;
  live: LiveQuote;
  decision: Decision;
  payout: Payout | undefined;
  timeZone: string;
};

/** After all that there is to see. No form: Enter in its field does nothing, and no key approves. */
export function DecisionCard(props: Props) {
  const { request } = props;
  if (request.mine !== "decide")
    return (
      <Card title="Your decision">
        <p>{whyNot(request)}</p>
        {request.kind === "transfer" && request.mine === "asked" && (
          <PageLink href={`/transfers/${request.subjectId}`} className="lone-link mt-2 font-medium">
            Withdraw it on its page
          </PageLink>
        )}
        {request.batch !== null && request.mine === "asked" && <OwnBatch id={request.subjectId} />}
        {request.kind === "payee_version" && request.payee !== null && request.mine === "asked" && (
          <PageLink href={`/payees/${request.payee.id}`} className="lone-link mt-2 font-medium">
            Withdraw it on the payee’s page
          </PageLink>
        )}
        {request.kind === "rules" && (
          <PageLink href="/controls" className="lone-link mt-2 font-medium">
            Open the controls
          </PageLink>
        )}
      </Card>
    );
  return <Deciding {...props} />;
}

function whyNot({ mine, cannotWhy }: ApprovalDetail): string {
  if (mine === "asked") return "You asked for this, so somebody else decides.";
  if (mine === "approved") return "You have approved this. It still waits for somebody else.";
  return cannotWhy ?? "Somebody else decides.";
}

function Deciding({ request, decision, payout, timeZone }: Props) {
  const [lastFour, setLastFour] = useState("");
  const [missing, setMissing] = useState<string>();
  const [isDeclining, setIsDeclining] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<DoubtCheck>(null);
  const hintId = useId();
  const doubts = doubtsOf(decision, payout, timeZone);
  const { kind } = request;

  function press(send: (lastFour: string) => void) {
    if (box.current?.isOpen()) return;
    if (request.needsLastFour && !/^\d{4}$/.test(lastFour)) {
      setMissing("Type the last four digits of the account.");
      field.current?.focus();
      return;
    }
    send(lastFour);
  }

  return (
    <>
      <DoubtBox
        ref={box}
        title="Before you approve it"
        doubts={doubts}
        found={decision.asked ?? (decision.odd.refusal === null ? undefined : "odd")}
      />
      {decision.change !== undefined && payout !== undefined && (
        <QuoteChange
          change={decision.change}
          currency={payout.currency}
          act="approve"
          isOff={decision.isPending}
          onAccept={() => press(decision.acceptChange)}
        />
      )}
      <Card title="Your decision">
        <div className="space-y-4">
          {request.needsLastFour && (
            <LastFour
              ref={field}
              value={lastFour}
              fault={missing ?? decision.lastFourFault}
              onType={(digits) => {
                setLastFour(digits);
                setMissing(undefined);
              }}
            />
          )}
          <ActOutcome of={decision.trouble}>
            {decision.trouble !== null && <Trouble error={decision.trouble} />}
          </ActOutcome>
          <BusyButton
            variant="primary"
            isOff={!decision.isReady}
            onClick={() => press((digits) => void decision.approve(digits))}
            aria-describedby={hintId}
            className="w-full"
          >
            {words(kind, decision.isApproving)}
          </BusyButton>
          <Button className="w-full" onClick={() => setIsDeclining(true)} disabled={decision.isPending}>
            Decline…
          </Button>
          <p id={hintId} className="text-[0.8125rem]/5 text-muted">
            {agreeMeans[kind]}
          </p>
        </div>
        {isDeclining && <Declining decision={decision} kind={kind} onClose={() => setIsDeclining(false)} />}
      </Card>
    </>
  );
}

const agreeMeans: Record<Kind, string> = {
  transfer: "The last approval sends the transfer to the service at once. It is never sent twice.",
  payee_version: "Transfers to this payee go to the new account once you agree.",
  rules: "The new rules count at once when you agree.",
  batch: "Nothing is sent by this. Whoever may create transfers can create these for 24 hours, each once.",
};

type DecliningProps = { decision: Decision; kind: Kind; onClose: () => void };

function Declining({ decision, kind, onClose }: DecliningProps) {
  return (
    <Suspense>
      <DeclineDialog
        of={kind}
        onDecline={decision.decline}
        isPending={decision.isPending}
        error={decision.trouble}
        onClose={onClose}
      />
    </Suspense>
  );
}

function words(kind: Kind, isApproving: boolean): string {
  if (kind !== "transfer" && kind !== "batch") return isApproving ? "Agreeing" : "Agree";
  return isApproving ? "Approving" : "Approve";
}

type LastFourProps = {
  value: string;
  fault: string | undefined;
  onType: (digits: string) => void;
  ref: Ref<HTMLInputElement>;
};

/** A new account is read digit by digit by the person who approves. */
function LastFour({ value, fault, onType, ref }: LastFourProps) {
  return (
    <Field
      label="Last four digits of the account"
      hint="Ask the recipient, by a number that you had before: not from this page, and not from their latest message."
      error={fault}
    >
      {(wiring) => (
        <Input
          {...wiring}
          ref={ref}
          value={value}
          onChange={({ target }) => onType(target.value.replace(/\D/g, ""))}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          className="tabular-nums"
        />
      )}
    </Field>
  );
}
