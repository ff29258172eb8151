import { Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { MarkedNotice, type NoticeProps } from "./marked-notice";

const Loaded = lazyPart(() => import("./notice-mark").then(({ NoticeMark }) => NoticeMark), Unmarked);

/** For rare notices: loads its mark when it is shown, and keeps the space for it. */
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
