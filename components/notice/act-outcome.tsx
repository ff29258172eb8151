import { type ComponentProps, useEffect, useRef } from "react";
import { focusLate } from "#lib/browser/late-focus";
import { classNames } from "#lib/text/class-names";

type Props = Pick<ComponentProps<"div">, "className" | "role" | "children"> & {
  /** What an act has brought; nothing while there is none. */
  of: unknown;
};

/** Where the result of an act is shown: each new one takes the focus, so that keyboard and listener go on from there. */
export function ActOutcome({ of, className, role, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (of) focusLate(place.current);
  }, [of]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      role={role}
      className={classNames("rounded-lg outline-none empty:hidden", className)}
    >
      {children}
    </div>
  );
}
