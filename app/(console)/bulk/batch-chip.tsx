import { Chip } from "#components/chip/chip";
import type { BatchState } from "#lib/features/bulk/batches/batch-answers";
import { stateLooks } from "#lib/features/bulk/batches/batch-words";

export function BatchChip({ state }: { state: BatchState }) {
  const { word, shape, tone } = stateLooks[state];
  return (
    <Chip shape={shape} tone={tone}>
      {word}
    </Chip>
  );
}
