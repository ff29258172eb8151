import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import type { TransferEvent } from "#lib/contract/api";
import { showInvisible } from "#lib/visible-text";
import { eventWords, sourceWords } from "#lib/words";
import { readingOf, remarksOn } from "./event-remarks";
import { ZoneToggle } from "./zone";
import { ZonedTime } from "./zoned-time";

type Props = { events: readonly TransferEvent[]; timeZone: string };

/** What is known, oldest first: who said it, when, and what was sent, to the letter. Nothing is foretold. */
export function Timeline({ events, timeZone }: Props) {
  return (
    <Card title="Timeline" action={<ZoneToggle />}>
      <ol className="space-y-4 print:space-y-1 border-l border-line pl-5">
        {events.map((event) => (
          <Entry key={event.seq} event={event} timeZone={timeZone} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ event, timeZone }: { event: TransferEvent; timeZone: string }) {
  const { at, source, kind, text, raw, rawEncoding } = event;
  const summary =
    rawEncoding === "base64"
      ? "What was sent: bytes that are no text, in base64"
      : "What was sent, as it came";
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
      {raw !== null && raw !== "" && (
        <Disclosure summary={summary} className="mt-1 print:hidden">
          <RawBody raw={raw} label={summary} />
        </Disclosure>
      )}
    </li>
  );
}

/** A stranger's text, in a field because that is always text, scrolls by keyboard and is easy to select whole. */
function RawBody({ raw, label }: { raw: string; label: string }) {
  const shown = showInvisible(raw);
  const rows = Math.min(14, 1 + shown.split("\n").length + Math.floor(shown.length / 40));
  return (
    <textarea
      readOnly
      aria-label={label}
      value={shown}
      rows={rows}
      spellCheck={false}
      className="block w-full resize-y rounded-lg border border-line bg-sunken p-3 font-mono text-xs"
    />
  );
}
