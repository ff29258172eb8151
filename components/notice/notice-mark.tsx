import { type Shape, Silhouette } from "#components/chip/silhouette";
import type { NoticeKind } from "./marked-notice";

const shapes: Record<NoticeKind, Shape> = {
  info: "letter-i",
  ok: "tick",
  warn: "triangle",
  fail: "octagon",
};

export function NoticeMark({ kind }: { kind: NoticeKind }) {
  return <Silhouette shape={shapes[kind]} className="size-5" />;
}
