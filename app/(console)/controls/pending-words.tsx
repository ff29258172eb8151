import { Time } from "#components/ui/time";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { compareRules } from "#lib/features/controls/rule-words";
import { showInvisible } from "#lib/text/visible-text";

type Props = Pick<ControlsState, "rules"> & {
  pending: NonNullable<ControlsState["pending"]>;
  timeZone: string;
};

/** When looser rules will count, and what they change. */
export function PendingWords({ pending, rules, timeZone }: Props) {
  const changed = compareRules(rules, pending.rules).filter(({ isChanged }) => isChanged);
  return (
    <>
      <p>
        {showInvisible(pending.by ?? "A command on the server")} asked for them. They count from{" "}
        <Time at={pending.effectiveAt} timeZone={timeZone} />, or once a second admin agrees.
      </p>
      <ul className="list-disc pl-5">
        {changed.map(({ rule, before, after }) => (
          <li key={rule}>
            {rule}: {before.join("; ")} → {after.join("; ")}
          </li>
        ))}
      </ul>
    </>
  );
}
