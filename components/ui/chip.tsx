import type { ReactNode } from "react";
import { classNames } from "#lib/class-names";
import { type Shape, Silhouette } from "./silhouette";

/** The colours of meaning. */
export type Tone = "wait" | "proc" | "ok" | "warn" | "fail" | "ref";

/** Text and ground of a tone, with the ground also as the hole in its silhouette. */
export const toneClasses: Record<Tone, string> = {
  wait: "bg-wait-soft text-wait [--silhouette-hole:var(--color-wait-soft)] forced-colors:[--silhouette-hole:Canvas]",
  proc: "bg-proc-soft text-proc [--silhouette-hole:var(--color-proc-soft)] forced-colors:[--silhouette-hole:Canvas]",
  ok: "bg-ok-soft text-ok [--silhouette-hole:var(--color-ok-soft)] forced-colors:[--silhouette-hole:Canvas]",
  warn: "bg-warn-soft text-warn [--silhouette-hole:var(--color-warn-soft)] forced-colors:[--silhouette-hole:Canvas]",
  fail: "bg-fail-soft text-fail [--silhouette-hole:var(--color-fail-soft)] forced-colors:[--silhouette-hole:Canvas]",
  ref: "bg-ref-soft text-ref [--silhouette-hole:var(--color-ref-soft)] forced-colors:[--silhouette-hole:Canvas]",
};

/** A state as a silhouette, a word and a colour. */
export function Chip({ shape, tone, children }: { shape: Shape; tone: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        // The border is there for forced colours, where grounds vanish.
        "inline-flex min-h-5.5 max-w-full items-center gap-1.5 rounded-md border border-transparent px-1.5 py-px",
        "text-left text-xs font-semibold",
        toneClasses[tone],
      )}
    >
      <Silhouette shape={shape} />
      <span className="foreign-text min-w-0">{children}</span>
    </span>
  );
}
