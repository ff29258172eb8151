import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#lib/text/class-names";

type Props = {
  /** What an act has brought; nothing while there is none. */
  of: unknown;
  className?: string;
  children: ReactNode;
};

/** Where the result of an act is shown: each new one takes the focus, so that keyboard and listener go on from there. */
export function ActOutcome({ of, className, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (of) place.current?.focus();
  }, [of]);
  return (
    <div ref={place} tabIndex={-1} className={classNames("rounded-lg outline-none empty:hidden", className)}>
      {children}
    </div>
  );
}
