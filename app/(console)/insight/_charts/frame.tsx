import type { ComponentProps, ReactNode } from "react";
import { type Axis, namedEvery } from "./scales";

const below = 20;

/** For eyes alone: whoever listens has the sentence and the table. */
export function Drawing({ className = "", ...rest }: ComponentProps<"svg">) {
  return <svg aria-hidden="true" className={`chart ${className}`} {...rest} />;
}

/**
 * A drawing with numbers at its left and names below, hidden from a listener, who has the table. Widths are in per cent and
 * text keeps its size, so it needs no script.
 */
export function ChartFrame({
  axis,
  height,
  names,
  children,
}: {
  axis: Axis;
  height: number;
  names: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className="flex" aria-hidden="true">
      <Drawing className="shrink-0" width={axis.width} height={height + below}>
        {axis.ticks.map(({ at, text }) => (
          <text key={text} x={axis.width - 8} y={at + 4} textAnchor="end">
            {text}
          </text>
        ))}
      </Drawing>
      <Drawing className="min-w-0 flex-1" width="100%" height={height + below}>
        {axis.ticks.map(({ at, text }, index) => (
          <line
            key={text}
            x1="0"
            x2="100%"
            y1={at}
            y2={at}
            className={index === 0 ? "chart-axis" : "chart-grid"}
          />
        ))}
        {children}
        <Names names={names} y={height + 16} />
      </Drawing>
    </div>
  );
}

/** Counted from the last one, which is today. */
function Names({ names, y }: { names: readonly string[]; y: number }) {
  const { wide, narrow } = namedEvery(names.length);
  return names.map((name, index) => {
    const back = names.length - 1 - index;
    if (back % wide !== 0) return null;
    // The middle of a thin part is too near the edge for its name.
    const isAtEdge = back === 0 && names.length > 13;
    return (
      <text
        key={name}
        x={isAtEdge ? "100%" : `${centerOf(index, names.length)}%`}
        y={y}
        textAnchor={isAtEdge ? "end" : "middle"}
        className={back % narrow === 0 ? undefined : "max-sm:hidden"}
      >
        {name}
      </text>
    );
  });
}

/** The middle of a part, in per cent of the width. */
export function centerOf(index: number, parts: number): number {
  return percent((index + 0.5) / parts);
}

export function percent(share: number): number {
  return Math.round(share * 100_000) / 1_000;
}
