import { Mark } from "#components/chip/mark";
import { Time } from "#components/ui/time";
import { showInvisible } from "#lib/text/visible-text";

type Props = { at: string; reason: string; isOffStill: boolean; timeZone: string };

/** On every page for three days after a command on the server ended all rules for payouts. */
export function ControlsOffBar({ at, reason, isOffStill, timeZone }: Props) {
  return (
    <aside
      aria-label="Controls were switched off"
      data-tone="fail"
      className="foreign-text flex items-start justify-center gap-2 px-4 py-2 text-[0.8125rem]/5 font-medium tone print:hidden"
    >
      <Mark shape="octagon" className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0">
        Controls were switched off by a command at <Time at={at} timeZone={timeZone} />:{" "}
        <bdi>{showInvisible(reason)}</bdi>
        {!isOffStill && " Rules have been set again since."}
      </p>
    </aside>
  );
}
