import type { ReactNode } from "react";
import { MarkedChip, type Tone } from "./marked-chip";
import { type Shape, Silhouette } from "./silhouette";

export function Chip({ shape, tone, children }: { shape: Shape; tone: Tone; children: ReactNode }) {
  return (
    <MarkedChip mark={<Silhouette shape={shape} />} tone={tone}>
      {children}
    </MarkedChip>
  );
}
