import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import { Time } from "#components/ui/time";
import type { ControlsState } from "#lib/features/controls/controls-api";
import { ruleLines } from "#lib/features/controls/rule-words";
import { showInvisible } from "#lib/text/visible-text";

type Props = Pick<ControlsState, "rules" | "set"> & { timeZone: string };

/** The rules that count, and who set them. */
export function RulesShown({ rules, set, timeZone }: Props) {
  return (
    <>
      <SummaryList>
        {ruleLines(rules).map(({ rule, words }) => (
          <SummaryRow key={rule} term={rule}>
            {words.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </SummaryRow>
        ))}
      </SummaryList>
      {set !== null && (
        <p className="foreign-text mt-2 text-[0.8125rem]/5 text-muted">
          Set by {set.by === null ? "a command on the server" : showInvisible(set.by)}, in force since{" "}
          <Time at={set.effectiveAt} timeZone={timeZone} />
          {set.reason !== null && `: ${showInvisible(set.reason)}`}.
        </p>
      )}
    </>
  );
}
