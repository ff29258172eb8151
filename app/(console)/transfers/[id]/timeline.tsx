import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { Time } from "#components/ui/time";
import type { TransferEvent } from "#lib/contract/api";
import { showInvisible } from "#lib/visible-text";
import { eventWords, sourceWords } from "#lib/words";

type Props = {
  events: readonly TransferEvent[];
  timeZone: string;
  isUtc: boolean;
  onUtcChange: (isUtc: boolean) => void;
};

/** What is known, oldest first: who said it, when, and what was sent, to the letter. Nothing is foretold. */
export function Timeline({ events, timeZone, isUtc, onUtcChange }: Props) {
  return (
    <Card
      title="Timeline"
      action={
        <Button
          size="small"
          variant="quiet"
          aria-pressed={isUtc}
          onClick={() => onUtcChange(!isUtc)}
          className="aria-pressed:bg-wait-soft print:hidden"
        >
          Times in UTC
        </Button>
      }
    >
      <ol className="space-y-4 print:space-y-1 border-l border-line pl-5">
        {events.map((event) => (
          <Entry key={event.seq} event={event} timeZone={timeZone} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ event, timeZone }: { event: TransferEvent; timeZone: string }) {
  const { at, source, kind, text, raw, deliveries, isQuarantined } = event;
  return (
    <li className="relative print:flex print:flex-wrap print:gap-x-3">
      <span
        aria-hidden="true"
        className="absolute top-1.5 -left-5 size-2.5 -translate-x-1/2 rounded-full border-2 border-line-strong bg-surface"
      />
      <p className="font-medium">{eventWords[kind]}</p>
      <p className="text-[13px]/5 text-muted">
        {sourceWords[source]} · <Time at={at} timeZone={timeZone} hasSeconds className="whitespace-nowrap" />
      </p>
      {text !== null && (
        <p className="foreign-text mt-1">
          {kind === "callback" && "Reported: "}
          {showInvisible(text)}
        </p>
      )}
      {isQuarantined && (
        <p className="mt-1 text-[13px]/5 font-medium text-warn">
          It names another transaction: kept, and without effect here.
        </p>
      )}
      {deliveries > 1 && <p className="text-[13px]/5 text-muted">The same arrived {deliveries} times.</p>}
      {raw !== null && raw !== "" && (
        <Disclosure summary="What was sent, as it came" className="mt-1 print:hidden">
          <RawBody raw={raw} event={event} />
        </Disclosure>
      )}
    </li>
  );
}

type RawProps = { raw: string; event: Pick<TransferEvent, "rawEncoding" | "isTruncated"> };

/** A stranger's text, in a field because that is always text, scrolls by keyboard and is easy to select whole. */
function RawBody({ raw, event: { rawEncoding, isTruncated } }: RawProps) {
  const shown = showInvisible(raw);
  const rows = Math.min(14, 1 + shown.split("\n").length + Math.floor(shown.length / 40));
  return (
    <>
      <textarea
        readOnly
        aria-label="What was sent, as it came"
        value={shown}
        rows={rows}
        spellCheck={false}
        className="block w-full resize-y rounded-lg border border-line bg-sunken p-3 font-mono text-xs"
      />
      {rawEncoding === "base64" && (
        <p className="mt-1 text-xs text-muted">The bytes are no text, so they are shown as base64.</p>
      )}
      {isTruncated && <p className="mt-1 text-xs text-muted">It was longer: the first 64 kB were kept.</p>}
    </>
  );
}
