import type { ReactNode } from "react";
import { type MarkShape, marks, Outline, stroke } from "./mark";

/** The outlines that tell the states of a transfer apart without colour. */
export type Shape =
  | MarkShape
  | "dashed-ring"
  | "half-disc"
  | "return-arrow"
  | "barred-ring"
  | "two-arrows"
  | "question"
  | "clock"
  | "dot";

/** In a square of 16 units. */
export const drawings: Record<Shape, ReactNode> = {
  ...marks,
  "dashed-ring": <circle cx="8" cy="8" r="6" {...stroke} strokeDasharray="2.7 2.01" />,
  "half-disc": (
    <>
      <circle cx="8" cy="8" r="6" {...stroke} />
      <path d="M8 2a6 6 0 0 0 0 12z" fill="currentColor" />
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
  "two-arrows": (
    <path
      d="M2.2 5.4h10.6M10 2.4l3 3-3 3M13.8 10.8H3.2M6 7.8l-3 3 3 3"
      {...stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  question: (
    <>
      <circle cx="8" cy="8" r="6.5" {...stroke} strokeWidth={1.5} />
      <path
        d="M6.2 6.3a1.9 1.9 0 1 1 2.7 1.8c-.6.3-.9.6-.9 1.2M8 11.4v.1"
        {...stroke}
        strokeWidth={1.5}
        strokeLinecap="round"
      />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6.2" {...stroke} />
      <path d="M8 4.6V8l2.4 1.5" {...stroke} strokeLinecap="round" />
    </>
  ),
  dot: (
    <>
      <circle cx="8" cy="8" r="6" {...stroke} strokeWidth={1.25} />
      <circle cx="8" cy="8" r="2.2" fill="currentColor" />
    </>
  ),
};

/** Has the colour of the text around it. Always put a word beside it. */
export function Silhouette({ shape, className }: { shape: Shape; className?: string }) {
  return <Outline className={className}>{drawings[shape]}</Outline>;
}
