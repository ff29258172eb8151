import { Chip } from "#components/chip/chip";
import { describeStatus } from "#lib/words/words";
import { statusLooks } from "./status-looks";

export function StatusChip({ transfer }: { transfer: Parameters<typeof describeStatus>[0] }) {
  const { word, group } = describeStatus(transfer);
  return <Chip {...statusLooks[group]}>{word}</Chip>;
}
