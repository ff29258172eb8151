import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import { Address } from "#components/transfer/address";
import { AddressQr } from "#components/transfer/address-qr";
import { Memo } from "#components/transfer/memo";
import { SendOnly } from "#components/transfer/send-only";
import { SumFigures } from "#components/transfer/sum-figures";
import { Deadlines } from "#components/transfer/window/deadlines";
import { OpenUntil } from "#components/transfer/window/open-until";
import { CopyButton } from "#components/ui/copy-button";
import type { PayerView, PaymentRequest } from "#lib/contract/pay/pay-links";
import { formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showInvisible } from "#lib/text/visible-text";
import { besides, payerFigures, payerWords, seenWords } from "#lib/words/deposit/payer-words";
import { KeepFresh } from "./keep-fresh";

/** All that a payer needs, and nothing else of the transfer: it gets nothing but a `PayerView`. */
export function PayerScreen({ view }: { view: PayerView }) {
  const { state, request } = view;
  if (state !== "open" || request === null)
    return (
      <Lines>
        <Screen view={view} now={Date.now()} />
        <KeepFresh state={state} />
      </Lines>
    );
  const [until, now] = [Date.parse(request.sendUntil), Date.now()];
  const late: PayerView = { ...view, state: "late", request: { ...request, address: null } };
  return (
    <Lines>
      <OpenUntil until={until} drawnAt={now} late={<Screen view={late} now={now} />}>
        <Screen view={view} now={now} />
      </OpenUntil>
      <KeepFresh state={state} />
      <noscript>
        {/* Without scripts only a new page ends it; without the server that is none. */}
        <meta httpEquiv="refresh" content={`${Math.max(1, Math.ceil((until - now) / 1_000))}`} />
      </noscript>
    </Lines>
  );
}

function Lines({ children }: { children: ReactNode }) {
  return <div className="space-y-4">{children}</div>;
}

function Screen({ view, now }: { view: PayerView; now: number }) {
  const { state, request, host } = view;
  const words = payerWords(view);
  const isAsked = state === "open" && request !== null;
  return (
    <div className="space-y-4">
      <h1 className="foreign-text text-lg">
        {request === null ? (
          "Payment request"
        ) : isAsked ? (
          <>
            {showInvisible(request.payeeName)}{" "}
            <span className="block text-sm font-normal text-muted">asks you to send</span>
          </>
        ) : (
          `Payment request from ${showInvisible(request.payeeName)}`
        )}
      </h1>
      {/* One live region, so that news is said once. */}
      <div role="status" className="space-y-3 empty:m-0">
        {words !== undefined && (
          <Notice kind={words.kind} title={words.headline}>
            {words.advice === "" ? undefined : <p>{words.advice}</p>}
          </Notice>
        )}
        {request !== null && !isAsked && <Seen view={view} request={request} now={now} />}
      </div>
      {request !== null && <Request view={view} request={request} now={now} />}
      <p className="text-[0.8125rem]/5 text-muted">
        Check that this page is on{" "}
        <strong translate="no" className="foreign-text text-ink">
          {host}
        </strong>
        . The deposit address never changes. Anyone who says it did is lying. We only ask for one payment,
        never for a signature, an approval or recovery words.
      </p>
      <noscript>
        <p className="text-[0.8125rem]/5 text-muted">
          Scripts are off in this browser. Select the address to copy it, and reload this page for news.
        </p>
      </noscript>
    </div>
  );
}

type RequestProps = { view: PayerView; request: PaymentRequest; now: number };

/** The cells say it where the sums are amiss, and a sentence else. */
function Seen({ view, request, now }: RequestProps) {
  const figures = payerFigures(view);
  const seen = figures === undefined ? seenWords(view.state, request) : besides(request);
  return (
    <>
      {figures !== undefined && (
        <SumFigures
          figures={figures}
          symbol={request.token}
          timeZone={view.timeZone}
          now={now}
          isWarning={view.state !== "over"}
        />
      )}
      {seen !== undefined && <p className="foreign-text">{seen}</p>}
    </>
  );
}

function Request({ view, request, now }: RequestProps) {
  const { state, timeZone, isSandbox } = view;
  const { amount, token, networkName, address, reference, bank, sendUntil, linkUntil } = request;
  const facts = [
    ...(reference === null ? [] : [["Reference", reference] as const]),
    ...(bank === null ? [] : [["Paid out to", `${bank.name}, account ending in ${bank.lastFour}`] as const]),
  ];
  return (
    <section
      aria-label={address === null ? "What was asked for" : "What to send"}
      className="rounded-xl border border-line bg-surface"
    >
      {address !== null && (
        <>
          <SendOnly symbol={token} networkName={networkName} isSandbox={isSandbox} />
          <div className="space-y-5 p-4 sm:p-5">
            <Amount amount={amount} symbol={token} networkName={networkName} />
            <Where address={address} isSandbox={isSandbox} request={request} />
          </div>
        </>
      )}
      {facts.length > 0 && (
        <dl className={classNames("space-y-1 p-4 sm:p-5", address !== null && "border-t border-line")}>
          {facts.map(([name, text]) => (
            <div key={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2">
              <dt className="text-muted">{name}</dt>
              <dd translate="no" className="foreign-text min-w-0">
                {showInvisible(text)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Deadlines
        sendUntil={address === null ? null : sendUntil}
        linkUntil={linkUntil}
        drawnAt={now}
        timeZone={timeZone}
      />
      {address !== null && (
        <div className="flex items-center gap-3 border-t border-line px-4 py-3 sm:px-5">
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="size-5 shrink-0 fill-none stroke-current text-muted"
          >
            <circle cx="8" cy="8" r="6.5" strokeWidth="1.75" strokeDasharray="2 2.08" />
          </svg>
          <p className="foreign-text min-w-0">
            <span className="font-medium">{seenWords(state, request)}</span>{" "}
            <span className="text-muted">Send only once.</span>
          </p>
        </div>
      )}
    </section>
  );
}

type AmountProps = {
  amount: PaymentRequest["amount"];
  symbol: string;
  networkName: string;
};

function Amount({ amount, symbol, networkName }: AmountProps) {
  const shown = formatPadded(amount);
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {/* A digit on a line of its own could be missed: a long amount is drawn smaller, never broken. */}
        <p
          translate="no"
          className={classNames(
            "font-semibold tracking-tight tabular-nums",
            shown.length > 12 ? "text-xl" : "text-[2rem]/10 max-[22.5rem]:text-[1.75rem]/10 sm:text-4xl/11",
          )}
        >
          <span className="whitespace-nowrap">{shown}</span>{" "}
          <span className="text-xl font-normal text-muted">{symbol}</span>
        </p>
        <CopyButton text={amount} size="small">
          Copy<span className="sr-only"> amount</span>
        </CopyButton>
      </div>
      <p className="mt-1 text-[0.8125rem]/5 text-muted">
        on <span translate="no">{networkName}</span>. This amount must arrive after any exchange fee.
      </p>
    </div>
  );
}

type WhereProps = { address: string; isSandbox: boolean; request: PaymentRequest };

function Where({ address, isSandbox, request: { networkName, memo } }: WhereProps) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-4">
      <div className="min-w-0 flex-[1_1_12rem] space-y-3">
        <p className="text-[0.8125rem]/5 text-muted">To this address</p>
        <Address address={address} className="text-lg/7 tracking-tight sm:text-base/7" />
        <CopyButton
          text={address}
          variant={isSandbox ? "secondary" : "primary"}
          className="w-full [&>button]:w-full"
        >
          Copy address
        </CopyButton>
        {memo !== null && <Memo memo={memo} />}
      </div>
      {memo === null && <AddressQr {...{ networkName, address, isSandbox }} />}
    </div>
  );
}
