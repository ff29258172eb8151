import { ArrowLeftRight, ChevronDown } from "#components/ui/icon";
import { inLocal, inUtc, ZoneBox, zoneWords } from "../zoned-time";
import type { TimelineOrder } from "./event-view";
import { TimelineOrderButton } from "./timeline-order";

type Props = {
  /** Where all entries are of one. */
  day: string | undefined;
  order: TimelineOrder;
  timeZone: string;
};

/** Says the day and the zone of the times below, and changes the zone and the order. A native popover. */
export function ViewMenu({ day, order, timeZone }: Props) {
  const zone = zoneWords(timeZone);
  const words = (
    <>
      <span className={inLocal}>{day === undefined ? zone : `${day}, ${zone}`}</span>
      <span className={inUtc}>UTC</span>
    </>
  );
  return (
    <>
      <span className="hidden text-xs text-muted print:inline">{words}</span>
      <button
        type="button"
        popoverTarget="timeline-view"
        className="-my-1.5 -mr-2 flex min-h-8 items-center gap-1 rounded-md px-2 text-xs text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11 print:hidden"
      >
        {words}
        <span className="sr-only">. Change the zone or the order</span>
        <ChevronDown className="size-3.5" />
      </button>
      <div
        id="timeline-view"
        popover="auto"
        className="under-button m-auto w-48 rounded-xl border border-line bg-surface p-1.5 text-ink shadow-lg"
      >
        <ZoneBox />
        <TimelineOrderButton order={order} icon={<ArrowLeftRight className="size-4 rotate-90" />} />
      </div>
    </>
  );
}
