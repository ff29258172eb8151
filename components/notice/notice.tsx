import type { ReactNode } from "react";
import { Mark, type MarkShape } from "#components/chip/mark";
import type { Tone } from "#components/chip/marked-chip";
import { classNames } from "#lib/text/class-names";
import { FaultInTitle } from "./fault-in-title";

/** `spoken` says to a listener what colour and mark say to the eye. */
const looks = {
  info: { tone: "proc", shape: "letter-i", spoken: "Note:" },
  ok: { tone: "ok", shape: "tick", spoken: "Done:" },
  warn: { tone: "warn", shape: "triangle", spoken: "Warning:" },
  fail: { tone: "fail", shape: "octagon", spoken: "Problem:" },
} as const satisfies Record<string, { tone: Tone; shape: MarkShape; spoken: string }>;

type Props = {
  kind: keyof typeof looks;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons or links: what to do about it. */
  action?: ReactNode;
  /** It appeared after the page was drawn, so a screen reader is told. */
  isLive?: boolean;
  className?: string;
};

/** What happened, what it means, and what to do: a mark, a title, a body and buttons. */
export function Notice({ kind, title, children, action, isLive = false, className }: Props) {
  const { tone, shape, spoken } = looks[kind];
  return (
    <div
      data-tone={tone}
      role={isLive ? (kind === "fail" ? "alert" : "status") : undefined}
      className={classNames(
        "flex gap-3 rounded-lg border border-transparent px-4 py-3 tone print:border-line-strong",
        className,
      )}
    >
      {isLive && kind === "fail" && <FaultInTitle />}
      <Mark shape={shape} className="size-5 shrink-0" />
      <div className="foreign-text min-w-0 flex-1 space-y-1">
        <span className="sr-only">{spoken}</span>
        <h2>{title}</h2>
        {children !== undefined && <div className="space-y-1 text-ink">{children}</div>}
        {action !== undefined && <div className="flex flex-wrap gap-2 pt-2 print:hidden">{action}</div>}
      </div>
    </div>
  );
}
