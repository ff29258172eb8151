import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { MarkedNotice, type NoticeProps } from "./marked-notice";

const Loaded = lazyPart(() => import("./notice-mark").then(({ NoticeMark }) => NoticeMark), Unmarked);

/** A notice of what seldom happens: its mark is loaded with it, and has its place until then. */
export function LateNotice(props: NoticeProps) {
  const mark = (
    <Suspense fallback={<Unmarked />}>
      <Loaded kind={props.kind} />
    </Suspense>
  );
  return <MarkedNotice {...props} mark={mark} />;
}

function Unmarked() {
  return <span className="block size-5" />;
}
