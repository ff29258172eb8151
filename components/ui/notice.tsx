import type { ReactNode } from "react";
import { classNames } from "#lib/class-names";
import { FaultInTitle } from "./fault-in-title";
import type { Tone } from "./marked-chip";
import { Silhouette } from "./silhouette";

const looks: Record<"info" | "ok" | "warn" | "fail", { tone: Tone; icon: ReactNode }> = {
  info: { tone: "proc", icon: <Silhouette shape="letter-i" className="size-5" /> },
  ok: { tone: "ok", icon: <Silhouette shape="tick" className="size-5" /> },
  warn: { tone: "warn", icon: <Silhouette shape="triangle" className="size-5" /> },
  fail: { tone: "fail", icon: <Silhouette shape="octagon" className="size-5" /> },
};

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

/** What happened, what it means, and what to do: an icon, a title, a body and acts. */
export function Notice({ kind, title, children, action, isLive = false, className }: Props) {
  const { tone, icon } = looks[kind];
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
      <span className="shrink-0">{icon}</span>
      <div className="foreign-text min-w-0 flex-1 space-y-1">
        <p className="font-semibold">{title}</p>
        {children !== undefined && <div className="space-y-1 text-ink">{children}</div>}
        {action !== undefined && <div className="flex flex-wrap gap-2 pt-2 print:hidden">{action}</div>}
      </div>
    </div>
  );
}
