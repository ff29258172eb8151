import type { ReactNode } from "react";

/** The outlines that tell states apart without colour. */
export type Shape =
  | "dashed-ring"
  | "half-disc"
  | "tick"
  | "triangle"
  | "octagon"
  | "return-arrow"
  | "barred-ring"
  | "dot"
  | "letter-i";

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 1.75 } as const;
const cutOut = {
  fill: "none",
  stroke: "var(--silhouette-hole)",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const drawings: Record<Shape, ReactNode> = {
  "dashed-ring": <circle cx="8" cy="8" r="6" {...stroke} strokeDasharray="2.7 2.01" />,
  "half-disc": (
    <>
      <circle cx="8" cy="8" r="6" {...stroke} />
      <path d="M8 2a6 6 0 0 0 0 12z" fill="currentColor" />
    </>
  ),
  tick: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m5 8.2 2.1 2.1L11 6" {...cutOut} />
    </>
  ),
  triangle: (
    <>
      <path d="M8 2 14.6 13.6H1.4z" {...stroke} strokeLinejoin="round" />
      <path d="M8 6.4v3.2M8 11.7v.1" {...stroke} strokeLinecap="round" />
    </>
  ),
  octagon: (
    <>
      <path d="M5.2 1.2h5.6l4 4v5.6l-4 4H5.2l-4-4V5.2z" fill="currentColor" />
      <path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" {...cutOut} />
    </>
  ),
  "return-arrow": (
    <path
      d="M6 2.8 2.8 6 6 9.2M3.2 6h6.3a3.6 3.6 0 0 1 0 7.2H6.4"
      {...stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  "barred-ring": (
    <>
      <circle cx="8" cy="8" r="6" {...stroke} />
      <path d="M5 8h6" {...stroke} strokeLinecap="round" />
    </>
  ),
  dot: (
    <>
      <circle cx="8" cy="8" r="6" {...stroke} strokeWidth={1.25} />
      <circle cx="8" cy="8" r="2.2" fill="currentColor" />
    </>
  ),
  "letter-i": (
    <>
      <circle cx="8" cy="8" r="6.5" {...stroke} strokeWidth={1.4} />
      <path d="M8 7.4v3.6M8 5v.1" {...stroke} strokeWidth={1.4} strokeLinecap="round" />
    </>
  ),
};

/** Takes the colour of the text; always beside a word. */
export function Silhouette({ shape, className }: { shape: Shape; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={className ?? "size-3.5 shrink-0"}>
      {drawings[shape]}
    </svg>
  );
}
