import type { ReactNode } from "react";
import { Silhouette } from "#components/chip/silhouette";
import { Card } from "#components/ui/card";
import { ChevronRight, FileText } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import type { TransferEvent } from "#lib/contract/api";
import { formatFiat, formatPadded } from "#lib/money/format";
import { formatDate, formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { statusLooks } from "#lib/words/status-looks";
import { sourceWords } from "#lib/words/words";
import { ZonedTime } from "../zoned-time";
import { CutBody } from "./cut-body";
import { newsOf, type Taught } from "./event-news";
import { bodySummary, remarksOn } from "./event-remarks";
import type { EventView, TimelineOrder } from "./event-view";
import { foldedSteps } from "./folded-steps";
import { BodyField, CopyBody, shownBody } from "./raw-body";
import { ViewMenu } from "./view-menu";

type Props = {
  id: string;
  view: EventView;
  order: TimelineOrder;
  timeZone: string;
  networkName: string;
  taught: Taught;
  /** What comes next without anybody's doing. */
  next: string | undefined;
};

export function Timeline({ id, view, order, timeZone, networkName, taught, next }: Props) {
  const { left, nextCursor, isNewest, total } = view;
  const isPaged = total > view.page.length;
  const first = view.page[0]?.seq ?? 0;
  const all = [...foldedSteps(view.older, taught), ...foldedSteps(view.page, taught)];
  const older = all.filter(({ event }) => event.seq < first);
  const shown = order === "newest" ? all.toReversed() : all;
  const earlier = nextCursor !== null && (
    <li key="earlier" className="pb-3 pl-8 text-[0.8125rem]/5">
      {left > 0 && <p className="text-muted">{left === 1 ? "1 event" : `${left} events`} not shown here</p>}
      <Step href={`/transfers/${id}?before=${nextCursor}#timeline`}>Show earlier</Step>
    </li>
  );
  // The step back is between the two groups, whichever of them is first.
  const stepAt = order === "newest" ? all.length - older.length : older.length;
  const today = formatDate(new Date().toISOString(), timeZone);
  const days = shown
    .map(({ event }) => formatDate(event.at, timeZone))
    .map((day) => (day === today ? "Today" : day));
  const isOneDay = new Set(days).size === 1;
  const said = { id, timeZone, networkName, taught };
  const entries = shown.flatMap(({ event, folded }, place) => [
    place === stepAt && earlier,
    <Entry
      key={event.seq}
      {...said}
      event={event}
      day={isOneDay || days[place] === days[place - 1] ? undefined : days[place]}
    >
      {folded.length > 0 && (
        <MoreSteps count={folded.length}>
          {(order === "newest" ? folded.toReversed() : folded).map((step) => (
            <Entry key={step.seq} {...said} event={step} day={undefined} />
          ))}
        </MoreSteps>
      )}
    </Entry>,
  ]);
  return (
    <Card
      title="Timeline"
      action={<ViewMenu day={isOneDay ? days[0] : undefined} order={order} timeZone={timeZone} />}
      id="timeline"
      className="scroll-mt-4"
    >
      <p role="status" className={isPaged ? "mb-3 text-[0.8125rem]/5 text-muted" : "sr-only"}>
        {isPaged && rangeOf(view.page, total)}
      </p>
      <ol className="print:space-y-1">
        {entries}
        {stepAt === shown.length && earlier}
      </ol>
      {!isNewest && <Step href={`/transfers/${id}#timeline`}>Show the newest</Step>}
      {isNewest && next !== undefined && (
        <p className="mt-4 border-t border-line pt-3 text-[0.8125rem]/5 text-muted print:hidden">
          <span className="font-medium text-ink">Next:</span> {next}
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
      className="text-link inline-flex min-h-8 items-center text-[0.8125rem]/5 font-medium pointer-coarse:min-h-11 print:hidden"
    >
      {children}
    </PageLink>
  );
}

type EntryProps = {
  id: string;
  event: TransferEvent;
  timeZone: string;
  networkName: string;
  taught: Taught;
  /** Where it differs from the day of the entry above. */
  day: string | undefined;
  children?: ReactNode;
};

function Entry({ id, event, timeZone, networkName, taught, day, children }: EntryProps) {
  const { at, source, kind, raw } = event;
  const { title, look, text } = newsOf(event, networkName, taught);
  const { shape, tone } = statusLooks[look];
  // Each entry's mark has a ground of its own.
  const ground = tone === "done" ? "ok" : tone;
  return (
    <li className="group/entry">
      {day !== undefined && (
        <p className="mb-2 text-xs text-muted group-has-[#in-utc:checked]/zone:hidden">{day}</p>
      )}
      <div className="relative pb-4 pl-8 group-last/entry:pb-0 print:flex print:flex-wrap print:gap-x-3 print:pb-0">
        <span
          aria-hidden="true"
          className="absolute top-6 bottom-0 left-2.75 border-l border-line group-last/entry:hidden print:hidden"
        />
        <span
          data-tone={ground}
          className="tone absolute -top-px left-0 grid size-5.5 place-items-center rounded-full border border-transparent"
        >
          <Silhouette shape={shape} />
        </span>
        <p className="pr-8 text-[0.8125rem]/5 font-medium">{title}</p>
        <p className="flex flex-wrap gap-x-1 text-[0.8125rem]/5 text-muted">
          <span translate="no" className="foreign-text" title={event.personEmail ?? undefined}>
            {event.person === null ? sourceWords[source] : showInvisible(event.person)}
          </span>
          <span aria-hidden="true">·</span>
          <ZonedTime at={at} timeZone={timeZone} isUnderDay className="whitespace-nowrap" />
        </p>
        {text !== null && (kind !== "callback" || !isSameWord(text, title)) && (
          <p className="foreign-text mt-1 text-[0.8125rem]/5">
            {kind === "callback" ? (
              <span className="text-muted">Said “{showInvisible(text)}”</span>
            ) : (
              showInvisible(text)
            )}
          </p>
        )}
        {event.paidOut !== null && (
          <p className="mt-1 text-[0.8125rem]/5">It said that {formatFiat(event.paidOut)} was paid out</p>
        )}
        {event.arrived !== null && (
          <p className="mt-1 text-[0.8125rem]/5">It said that {formatPadded(event.arrived)} arrived</p>
        )}
        {remarksOn(event, taught).map((remark) => (
          <p key={remark} className="mt-1 text-[0.8125rem]/5 text-muted">
            {remark}
          </p>
        ))}
        {raw !== null && raw !== "" && (
          <Body
            id={id}
            event={event}
            raw={raw}
            name={`${title}, ${formatTime(at, timeZone, { hasSeconds: true })}`}
          />
        )}
        {children}
      </div>
    </li>
  );
}

/** Of machines, without news of their own. */
function MoreSteps({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details className="on-paper group/steps">
      <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-xs text-muted hover:text-ink pointer-coarse:min-h-11 print:hidden [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/steps:rotate-90" />
        {count === 1 ? "1 step more" : `${count} steps more`}
      </summary>
      <ol className="-ml-8 pt-2">{children}</ol>
    </details>
  );
}

/** `awaiting_deposit` is no more than its title says. */
function isSameWord(word: string, title: string): boolean {
  return word.replace(/[_-]+/g, " ").toLowerCase() === title.toLowerCase();
}

type BodyProps = { id: string; event: TransferEvent; raw: string; name: string };

function Body({ id, event, raw, name }: BodyProps) {
  const summary = bodySummary(event);
  const label = `${summary}: ${name}`;
  const shown = shownBody(raw, event.isRawCut || event.isTruncated);
  return (
    <details className="print:hidden">
      <summary aria-label={label} title={summary} className="icon-button absolute -top-1 -right-2">
        <FileText aria-hidden className="size-4" />
      </summary>
      <div className="space-y-1 pt-1">
        <p className="text-[0.8125rem]/5 text-muted">{summary}</p>
        {event.isRawCut ? (
          <CutBody id={id} seq={event.seq} start={shown} bytes={event.rawBytes} label={label} />
        ) : (
          <>
            <BodyField label={label} text={shown} />
            <CopyBody raw={raw} />
          </>
        )}
      </div>
    </details>
  );
}
