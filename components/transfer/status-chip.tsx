import { Chip } from "#components/chip/chip";
import { statusLooks } from "#lib/words/status-looks";
import { describeStatus } from "#lib/words/words";

export function StatusChip({ transfer }: { transfer: Parameters<typeof describeStatus>[0] }) {
  const { word, group } = describeStatus(transfer);
  return <Chip {...statusLooks[group]}>{word}</Chip>;
}
