import { Mark, Outline } from "#components/chip/mark";
import { drawings } from "#components/chip/silhouette";
import type { AttentionReason } from "#lib/transfer/attention-reasons";

/** Where money may be lost, or nothing may be sent at all. */
const forbidden: ReadonlySet<AttentionReason> = new Set([
  ...(["chain_wrong_token", "money_elsewhere", "money_after_end"] as const),
  "contradicting_address",
  "address_changed",
  "address_invalid",
]);

/** An octagon forbids, a triangle warns, a ring only waits. Put the reason's title beside it. */
export function AttentionMark({ reason, className = "" }: { reason: AttentionReason; className?: string }) {
  if (reason === "no_deposit")
    return <Outline className={`size-4 shrink-0 text-muted ${className}`}>{drawings["dashed-ring"]}</Outline>;
  return forbidden.has(reason) ? (
    <Mark
      shape="octagon"
      className={`size-4 shrink-0 text-fail [--silhouette-hole:var(--color-surface)] ${className}`}
    />
  ) : (
    <Mark shape="triangle" className={`size-4 shrink-0 text-warn ${className}`} />
  );
}
