import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "./lazy-part";

type Props = ComponentProps<typeof import("./notice").Notice>;

const Loaded = lazyPart(() => import("./notice").then(({ Notice }) => Notice), Plain);

/** A notice of what seldom happens: its looks are loaded with it. Its words stand at once, and alone without them. */
export function LateNotice(props: Props) {
  return (
    <Suspense fallback={<Plain {...props} />}>
      <Loaded {...props} />
    </Suspense>
  );
}

function Plain({ title, children, action, className }: Props) {
  return (
    <div className={className}>
      <p className="font-semibold">{title}</p>
      {children}
      {action}
    </div>
  );
}
