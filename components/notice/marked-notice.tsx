import type { ReactNode } from "react";
import type { Tone } from "#components/chip/marked-chip";
import { classNames } from "#lib/text/class-names";
import { FaultInTitle } from "./fault-in-title";

const tones: Record<"info" | "ok" | "warn" | "fail", Tone> = {
  info: "proc",
  ok: "ok",
  warn: "warn",
  fail: "fail",
};

export type NoticeKind = keyof typeof tones;

export type NoticeProps = {
  kind: NoticeKind;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** It appeared after the page was drawn, so a screen reader is told. */
  isLive?: boolean;
  className?: string;
};

/** The mark is passed in. */
export function MarkedNotice({
  kind,
  mark,
  title,
  children,
  action,
  isLive = false,
  className,
}: NoticeProps & { mark: ReactNode }) {
  return (
    <div
      data-tone={tones[kind]}
      role={isLive ? (kind === "fail" ? "alert" : "status") : undefined}
      className={classNames(
        "flex gap-3 rounded-lg border border-transparent px-4 py-3 tone print:border-line-strong",
        className,
      )}
    >
      {isLive && kind === "fail" && <FaultInTitle />}
      <span className="shrink-0">{mark}</span>
      <div className="foreign-text min-w-0 flex-1 space-y-1">
        <p className="font-semibold">{title}</p>
        {children !== undefined && <div className="space-y-1 text-ink">{children}</div>}
        {action !== undefined && <div className="flex flex-wrap gap-2 pt-2 print:hidden">{action}</div>}
      </div>
    </div>
  );
}
