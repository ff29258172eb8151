import { Chip } from "#components/chip/chip";
import type { Tone } from "#components/chip/marked-chip";
import type { Shape } from "#components/chip/silhouette";
import { describeStatus, type StatusGroup } from "#lib/words/words";

/** Shared with the timeline: one silhouette and colour for each group. */
export const statusLooks: Record<StatusGroup, { shape: Shape; tone: Tone }> = {
  waiting: { shape: "dashed-ring", tone: "wait" },
  moving: { shape: "half-disc", tone: "proc" },
  done: { shape: "tick", tone: "ok" },
  attention: { shape: "triangle", tone: "warn" },
  failed: { shape: "octagon", tone: "fail" },
  returned: { shape: "return-arrow", tone: "ref" },
  closed: { shape: "barred-ring", tone: "wait" },
  unread: { shape: "dot", tone: "wait" },
};

export function StatusChip({ transfer }: { transfer: Parameters<typeof describeStatus>[0] }) {
  const { word, group } = describeStatus(transfer);
  return <Chip {...statusLooks[group]}>{word}</Chip>;
}
