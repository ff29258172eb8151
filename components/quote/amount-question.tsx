import { Button } from "#components/ui/button";
import type { AmountReading } from "#lib/money/amount-text";
import { groupThousands } from "#lib/money/amount-text";

type Question = Extract<AmountReading, { kind: "ask" }>;

/** Asks which of two amounts a pasted text means. */
export function AmountQuestion({
  id,
  reading,
  onAnswer,
}: {
  id: string;
  reading: Question;
  onAnswer: (amount: string) => void;
}) {
  return (
    <div
      role="status"
      className="mt-2 flex flex-wrap items-center gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn"
    >
      <p id={id} className="min-w-0 grow text-[0.8125rem]/5 font-medium">
        {reading.message}
      </p>
      {reading.choices.map((choice) => (
        <Button key={choice} size="small" onClick={() => onAnswer(choice)}>
          Use {groupThousands(choice)}
        </Button>
      ))}
    </div>
  );
}
