import { Chip } from "#components/chip/chip";
import type { MonthSummary } from "#lib/features/books/month-answers";

const looks = {
  running: { shape: "half-disc", tone: "proc", word: "Running" },
  open: { shape: "dashed-ring", tone: "wait", word: "Over, not closed" },
  closed: { shape: "tick", tone: "wait", word: "Closed" },
} as const;

export function MonthChip({ state }: Pick<MonthSummary, "state">) {
  const { shape, tone, word } = looks[state];
  return (
    <Chip shape={shape} tone={tone}>
      {word}
    </Chip>
  );
}
