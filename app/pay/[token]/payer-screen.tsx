import type { ReactNode } from "react";
import { Notice } from "#components/notice/notice";
import { Address } from "#components/transfer/address";
import { AddressQr } from "#components/transfer/address-qr";
import { Memo } from "#components/transfer/memo";
import { OpenUntil } from "#components/transfer/window/open-until";
import { CopyButton } from "#components/ui/copy-button";
import type { PayerView, PaymentRequest } from "#lib/contract/pay/pay-links";
import { formatPadded } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { formatOffset, formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { payerWords, seenWords } from "#lib/words/deposit/payer-words";
import { KeepFresh } from "./keep-fresh";

/** All that a payer needs, and nothing else of the transfer: it gets nothing but a `PayerView`. */
export function PayerScreen({ view }: { view: PayerView }) {
  const { state, request } = view;
  if (state !== "open" || request === null)
    return (
      <Lines>
        <Screen view={view} />
        <KeepFresh state={state} />
      </Lines>
    );
  const [until, now] = [Date.parse(request.sendUntil), Date.now()];
  const late: PayerView = { ...view, state: "late", request: { ...request, address: null } };
  return (
    <Lines>
      <OpenUntil until={until} drawnAt={now} late={<Screen view={late} />}>
        <Screen view={view} />
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

function Screen({ view }: { view: PayerView }) {
  const { state, request, host } = view;
  const words = payerWords(view);
  return (
    <div className="space-y-4">
      <h1 className="foreign-text text-lg">
        {request === null
          ? "Payment request"
          : state === "open"
            ? `${showInvisible(request.payeeName)} asks you to send`
            : `Payment request from ${showInvisible(request.payeeName)}`}
      </h1>
      {/* One live region, so that news is said once. */}
      <div role="status" className="space-y-3">
        {words !== undefined && (
          <Notice kind={words.kind} title={words.headline}>
            {words.advice === "" ? undefined : <p>{words.advice}</p>}
          </Notice>
        )}
        {request !== null && <Seen state={state} request={request} />}
      </div>
      {request !== null && <Request view={view} request={request} />}
      <p className="border-t border-line pt-3 text-[0.8125rem]/5 text-muted">
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

function Seen({ state, request }: { state: PayerView["state"]; request: PaymentRequest }) {
  const seen = seenWords(state, request);
  return seen === undefined ? null : <p className="foreign-text">{seen}</p>;
}

function Request({ view, request }: { view: PayerView; request: PaymentRequest }) {
  const { amount, token, networkName, address, reference, bank } = request;
  const facts = [
    ...(reference === null ? [] : [["Reference", reference] as const]),
    ...(bank === null ? [] : [["Paid out to", `${bank.name}, account ending in ${bank.lastFour}`] as const]),
  ];
  if (address === null && facts.length === 0) return null;
  return (
    <section
      aria-label={address === null ? "What was asked for" : "What to send"}
      className="rounded-xl border border-line bg-surface p-5"
    >
      {address !== null && (
        <>
          <Amount amount={amount} symbol={token} networkName={networkName} />
          <Where address={address} view={view} request={request} />
        </>
      )}
      {facts.length > 0 && (
        <dl className={classNames("space-y-1", address !== null && "mt-4 border-t border-line pt-3")}>
          {facts.map(([name, text]) => (
            <div key={name} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-2">
              <dt className="text-muted">{name}</dt>
              <dd translate="no" className="foreign-text min-w-0">
                {showInvisible(text)}
              </dd>
            </div>
          ))}
        </dl>
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
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div>
          {/* A digit on a line of its own could be missed: a long amount is drawn smaller, never broken. */}
          <p
            translate="no"
            className={classNames(
              "font-semibold tracking-tight tabular-nums",
              shown.length > 12 ? "text-xl" : "text-3xl",
            )}
          >
            <span className="whitespace-nowrap">{shown}</span> <span className="text-xl">{symbol}</span>
          </p>
          <p className="font-medium">
            on <span translate="no">{networkName}</span>
          </p>
        </div>
        <CopyButton text={amount} size="small">
          Copy<span className="sr-only"> amount</span>
        </CopyButton>
      </div>
      <p className="text-[0.8125rem]/5 text-muted">
        This amount must arrive after any exchange fee. Another token or network may be lost.
      </p>
    </>
  );
}

type WhereProps = { address: string; view: PayerView; request: PaymentRequest };

function Where({ address, view: { timeZone }, request: { networkName, sendUntil, memo } }: WhereProps) {
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-4">
        <div className="min-w-0 flex-[1_1_12rem] space-y-3">
          <p className="text-[0.8125rem]/5 text-muted">To this address on {networkName}</p>
          <Address address={address} className="text-lg/7 tracking-tight" />
          <CopyButton text={address} variant="primary" className="max-sm:flex max-sm:items-stretch">
            Copy address
          </CopyButton>
          {memo !== null && <Memo memo={memo} />}
        </div>
        {memo === null && <AddressQr networkName={networkName} address={address} />}
      </div>
      <p className="mt-4">
        Send only once, before{" "}
        <time translate="no" dateTime={sendUntil} className="font-medium">
          {formatTime(sendUntil, timeZone)} ({formatOffset(sendUntil, timeZone)})
        </time>
        .
      </p>
    </>
  );
}
