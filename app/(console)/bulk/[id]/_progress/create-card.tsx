import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Pause } from "#components/ui/icon";
import { mostInFile } from "#lib/features/bulk/batches/batch-input";
import { progressWords, sumWords } from "#lib/features/bulk/batches/batch-words";
import { formatCount } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { countOf } from "#lib/words/tables/table-words";
import { DiscardButton } from "../discard-button";
import { ReopenButton } from "../reopen-button";
import type { ProgressProps } from "../shared";
import type { Creation } from "./use-creation";

type Props = ProgressProps & { creation: Creation };

/** How far it has come, and the press that goes on. */
export function CreateCard(props: Props) {
  const { batch, creation } = props;
  const card = useRef<HTMLElement>(null);
  const wasRunning = useRef(creation.isRunning);
  useEffect(() => {
    // The button that was pressed has made room for another one.
    if (wasRunning.current !== creation.isRunning && document.activeElement === document.body)
      card.current?.focus();
    wasRunning.current = creation.isRunning;
  }, [creation.isRunning]);
  return (
    <Card ref={card} tabIndex={-1} title={progressWords(batch.counts)} className="outline-none">
      <Bar {...props} />
      <dl className="mt-4 space-y-0.5 text-[0.8125rem]/5">
        {batch.sums.map((sum) => (
          <div key={sum.asset}>
            <dt className="sr-only">Sum</dt>
            <dd translate="no" className="foreign-text">
              {sumWords(sum)}
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className="mt-4 text-[0.8125rem]/5 empty:hidden">
        {creation.isWaiting && "You have created as many rows as a minute allows. It goes on automatically."}
      </p>
      <Acts {...props} />
      {(creation.isRunning || (batch.counts.toGo > 0 && batch.state !== "stopped")) && (
        <p className="mt-4 border-t border-line pt-3 text-xs/4 text-muted">
          You may close this page. It stops after the rows under way, anybody in finance can go on from here,
          and no row is created twice. It stops automatically when outcomes are unknown, the service refuses
          us, the rate falls or a limit is reached.
        </p>
      )}
    </Card>
  );
}

const parts = [
  { of: "paid", words: "Reported paid", ground: "bg-ok", fill: "fill-ok" },
  { of: "open", words: "Created", ground: "bg-accent", fill: "fill-accent" },
  { of: "notPaid", words: "Not paid", ground: "bg-fail", fill: "fill-fail" },
  { of: "waiting", words: "Waiting for approval", ground: "bg-wait", fill: "fill-wait" },
  { of: "unknown", words: "Outcome unknown", ground: "bg-warn", fill: "fill-warn" },
  { of: "refused", words: "Refused", ground: "bg-fail", fill: "fill-fail" },
  { of: "toGo", words: "To go", ground: "bg-line", fill: "fill-line" },
] as const;

/** The counts beside it say the same. */
function Bar({ batch: { counts } }: Props) {
  const { created, paid, notPaid } = counts;
  const all = { ...counts, open: created - paid - notPaid };
  const shown = parts
    .map((part) => ({ ...part, count: all[part.of] }))
    .filter(({ of, count }) => count > 0 || (of === "open" && paid + notPaid === 0))
    .map((part) => (part.of === "open" && paid + notPaid > 0 ? { ...part, words: "Not paid yet" } : part));
  return (
    <>
      {/* By attributes: a page that is drawn by the server takes no style of an element. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        className="block h-2.5 w-full rounded-sm bg-line forced-colors:border"
      >
        {placesOf(shown.map(({ count }) => count)).map(({ x, width }, at) => (
          <rect key={shown[at]?.of} x={x} width={width} height="10" className={shown[at]?.fill} />
        ))}
      </svg>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {shown.map(({ of, words, ground, count }) => (
          <div key={of}>
            <dt className="flex items-center gap-2 text-[0.8125rem]/5 text-muted">
              <span aria-hidden="true" className={classNames("size-2.5 rounded-xs", ground)} />
              {words}
            </dt>
            <dd className="pl-4.5 font-medium">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const gap = 0.4;
const leastWidth = 1.2;

/** In hundredths of the bar; what is there at all is seen. */
function placesOf(counts: readonly number[]): { x: number; width: number }[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const widths = counts.map((count) => (count === 0 ? 0 : Math.max((100 * count) / all, leastWidth)));
  const scale =
    100 /
    Math.max(
      widths.reduce((sum, width) => sum + width, 0),
      1,
    );
  let x = 0;
  return widths.map((width) => {
    const place = { x, width: Math.max(width * scale - gap, 0) };
    x += width * scale;
    return place;
  });
}

function Acts(props: Props) {
  const { batch, acts, can, creation, onReload } = props;
  const { toGo, created, waiting, unknown } = batch.counts;
  const isReady = batch.state === "agreed" || batch.state === "creating";
  if (!can.create) return null;
  const start = (most: number) => void creation.start({ most }).then(onReload);
  const first = Math.min(mostInFile, toGo);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 empty:hidden">
      {creation.isRunning ? (
        <Button onClick={creation.pause}>
          <Pause aria-hidden className="size-4" />
          {creation.isPausing ? "Pausing" : "Pause"}
        </Button>
      ) : (
        isReady &&
        toGo > 0 && (
          <>
            <Button variant="primary" onClick={() => start(first)}>
              Create {countOf(first, "transfer")}
            </Button>
            {toGo > first && <Button onClick={() => start(toGo)}>Create all {formatCount(toGo)}</Button>}
            <ReopenButton acts={acts} words="Change rows" />
          </>
        )
      )}
      {!creation.isRunning && isReady && toGo > first && (
        <p className="w-full text-xs/4 text-muted">
          Addresses close after some time: create 200, fund them, then go on.
        </p>
      )}
      {batch.state === "agreed" && !creation.isRunning && created + waiting + unknown === 0 && (
        <DiscardButton acts={acts} />
      )}
    </div>
  );
}
