import { Chip } from "#components/chip/chip";
import { statusLooks } from "#lib/words/status-looks";
import { describeStanding } from "#lib/words/words";

export function StatusChip({ transfer }: { transfer: Parameters<typeof describeStanding>[0] }) {
  const { word, group } = describeStanding(transfer);
  const { shape, tone } = statusLooks[group];
  // Alone it has its ground; in a list what is paid has none, so that the others stand out.
  return (
    <Chip shape={shape} tone={tone === "done" ? "ok" : tone}>
      {word}
    </Chip>
  );
}
