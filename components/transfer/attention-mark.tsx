import { Silhouette } from "#components/chip/silhouette";
import { classNames } from "#lib/text/class-names";
import type { AttentionReason } from "#lib/transfer/attention-reasons";
import { attentionLook } from "#lib/words/attention-looks";

const colours = { fail: "text-fail", warn: "text-warn", wait: "text-muted" };

/** Put the reason's title beside it. */
export function AttentionMark({ reason, className }: { reason: AttentionReason; className?: string }) {
  const { shape, tone } = attentionLook(reason);
  return (
    <Silhouette
      shape={shape}
      className={classNames(
        "size-4 shrink-0 [--silhouette-hole:var(--color-surface)]",
        colours[tone],
        className,
      )}
    />
  );
}
