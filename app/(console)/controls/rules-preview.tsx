import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Card } from "#components/ui/card";
import { useSettled } from "#lib/browser/quote/live-quote";
import { ask } from "#lib/calls/ask";
import { previewWords } from "#lib/features/controls/rule-words";
import { Rules } from "#lib/features/controls/rules";
import { type RulesValues, rulesToSend } from "./rules-values";

const restMs = 600;

/** What these rules would have done, asked for when they make sense and nobody has typed for a moment. */
export function RulesPreview({ values, holdHours }: { values: RulesValues; holdHours: number }) {
  const typed = JSON.stringify(rulesToSend(values));
  const settled = useSettled(typed, restMs);
  const rules = rulesToSend(values);
  const isValid = Rules.safeParse(rules).success;
  const { data, error } = useQuery({
    ...ask("POST /api/controls/preview", { body: { rules } }),
    enabled: isValid && typed === settled,
    placeholderData: keepPreviousData,
  });
  const words = data && previewWords(data, holdHours);
  return (
    <Card title="What these rules would do">
      <div role="status" className={isValid ? "min-h-11" : "min-h-11 text-muted"}>
        {!isValid ? (
          <p>Fill in the amounts to see what would have waited.</p>
        ) : words === undefined ? (
          <p className="text-muted">
            {error === null ? "Looking at your transfers" : "Couldn’t look at your transfers now."}
          </p>
        ) : (
          <>
            <p className="font-medium">{words.figures}</p>
            <p className="text-[0.8125rem]/5 text-muted">{words.effect}</p>
            {data?.unmet.map((sentence) => (
              <p key={sentence} className="mt-2 text-[0.8125rem]/5 text-warn">
                {sentence}
              </p>
            ))}
          </>
        )}
      </div>
    </Card>
  );
}
