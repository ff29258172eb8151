import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { PageLink } from "#components/ui/page-link";
import type { TransferEvent } from "#lib/contract/api";
import { showBody, showInvisible } from "#lib/text/visible-text";
import { eventWords, sourceWords } from "#lib/words/words";
import { bodySummary, readingOf, remarksOn } from "./event-remarks";
import type { EventView } from "./event-view";
import { bodyClasses, bodyRows } from "./raw-body";
import { WholeBody } from "./whole-body";
import { ZoneToggle } from "./zone";
import { ZonedTime } from "./zoned-time";

type Props = { id: string; view: EventView; timeZone: string };

export function Timeline({ id, view, timeZone }: Props) {
  const { older, left, page, nextCursor, isNewest, total } = view;
  const isPaged = total > page.length;
  const entries = (events: readonly TransferEvent[]) =>
    events.map((event) => <Entry key={event.seq} id={id} event={event} timeZone={timeZone} />);
  return (
    <Card title="Timeline" action={<ZoneToggle />} id="timeline" className="scroll-mt-4">
      <p role="status" className={isPaged ? "mb-3 text-[13px]/5 text-muted" : "sr-only"}>
        {isPaged && rangeOf(page, total)}
      </p>
      <ol className="space-y-4 print:space-y-1 border-l border-line pl-5">
        {entries(older)}
        {nextCursor !== null && (
          <li key="earlier" className="text-[13px]/5">
            {left > 0 && (
              <p className="text-muted">{left === 1 ? "1 event" : `${left} events`} not shown here</p>
            )}
            <Step href={`/transfers/${id}?before=${nextCursor}#timeline`}>Show earlier</Step>
          </li>
        )}
        {entries(page)}
      </ol>
      {!isNewest && (
        <p className="mt-4 text-[13px]/5">
          <Step href={`/transfers/${id}#timeline`}>Show the newest</Step>
        </p>
      )}
    </Card>
  );
}

function rangeOf(page: readonly TransferEvent[], total: number): string {
  const [first] = page;
  const last = page.at(-1);
  return first === undefined || last === undefined
    ? "There are no earlier events."
    : `Events ${first.seq} to ${last.seq} of ${total}`;
}

/** A link, so that it works without script. */
function Step({ href, children }: { href: `/transfers/${string}`; children: ReactNode }) {
  return (
    <PageLink
      href={href}
      scroll={false}
      className="text-link inline-flex min-h-8 items-center font-medium pointer-coarse:min-h-11 print:hidden"
    >
      {children}
    </PageLink>
  );
}

function Entry({ id, event, timeZone }: { id: string; event: TransferEvent; timeZone: string }) {
  const { at, source, kind, text, raw } = event;
  return (
    <li className="relative print:flex print:flex-wrap print:gap-x-3">
      <span
        aria-hidden="true"
        className="absolute top-1.5 -left-5 size-2.5 -translate-x-1/2 rounded-full border-2 border-line-strong bg-surface"
      />
      <p className="font-medium">{eventWords[kind]}</p>
      <p className="flex flex-wrap gap-x-2 text-[13px]/5 text-muted">
        <span className="foreign-text">{event.person ?? sourceWords[source]}</span>{" "}
        <ZonedTime at={at} timeZone={timeZone} className="whitespace-nowrap" />
      </p>
      {text !== null && (
        <p className="foreign-text mt-1">
          {showInvisible(text)}
          {kind === "callback" && !event.isQuarantined && (
            <span className="text-muted"> · {readingOf(text)}</span>
          )}
        </p>
      )}
      {remarksOn(event).map((remark) => (
        <p key={remark} className="mt-1 text-[13px]/5 text-muted">
          {remark}
        </p>
      ))}
      {raw !== null && raw !== "" && <Body id={id} event={event} raw={raw} />}
    </li>
  );
}

/** A stranger's text in a field: it is always text, scrolls by keyboard and is easy to select. */
function Body({ id, event, raw }: { id: string; event: TransferEvent; raw: string }) {
  const summary = bodySummary(event);
  const shown = showBody(raw);
  return (
    <Disclosure summary={summary} className="mt-1 print:hidden">
      {event.isRawCut ? (
        <WholeBody id={id} seq={event.seq} start={shown} bytes={event.rawBytes} label={summary} />
      ) : (
        <textarea
          readOnly
          aria-label={summary}
          value={shown}
          rows={bodyRows(shown)}
          spellCheck={false}
          className={bodyClasses}
        />
      )}
    </Disclosure>
  );
}
