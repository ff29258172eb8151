import type { ReactNode } from "react";

/** The outlines of what happened, whatever it happened to. */
export type MarkShape = "tick" | "triangle" | "octagon" | "letter-i";

export const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 1.75 } as const;
const cutOut = {
  fill: "none",
  stroke: "var(--silhouette-hole)",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

export const marks: Record<MarkShape, ReactNode> = {
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
  "letter-i": (
    <>
      <circle cx="8" cy="8" r="6.5" {...stroke} strokeWidth={1.4} />
      <path d="M8 7.4v3.6M8 5v.1" {...stroke} strokeWidth={1.4} strokeLinecap="round" />
    </>
  ),
};

type Props = { shape: MarkShape; className?: string };

/** Has the colour of the text around it. Always put a word beside it. */
export function Mark({ shape, className }: Props) {
  return <Outline className={className}>{marks[shape]}</Outline>;
}

/** Where a drawing stands: 16 units wide and high. */
export function Outline({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={className ?? "size-3.5 shrink-0"}>
      {children}
    </svg>
  );
}
