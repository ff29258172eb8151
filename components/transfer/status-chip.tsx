import { Chip } from "#components/chip/chip";
import { statusLooks } from "#lib/words/status-looks";
import { describeStanding } from "#lib/words/words";

export function StatusChip({ transfer }: { transfer: Parameters<typeof describeStanding>[0] }) {
  const { word, group } = describeStanding(transfer);
  return <Chip {...statusLooks[group]}>{word}</Chip>;
}
