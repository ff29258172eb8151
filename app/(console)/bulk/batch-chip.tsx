import { Chip } from "#components/chip/chip";
import type { BatchItem } from "#lib/features/bulk/batches/batch-answers";
import { batchLook } from "#lib/features/bulk/batches/batch-words";

export function BatchChip({ batch }: { batch: Pick<BatchItem, "state" | "counts"> }) {
  const { word, shape, tone } = batchLook(batch);
  return (
    <Chip shape={shape} tone={tone}>
      {word}
    </Chip>
  );
}
