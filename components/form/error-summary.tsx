import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";

type Props = {
  /** The controls that have to be corrected, in the order of the page: the id of each and its sentence. */
  faults: readonly { id: string; message: string }[];
  /** Changes with every failed try; the summary takes the focus then. */
  tryCount: number;
  /** What the failed try means, such as "Nothing was created." */
  children: ReactNode;
};

/** What has to be corrected, on top and focused; each line leads to its control. */
export function ErrorSummary({ faults, tryCount, children }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const focusedTry = useRef(0);
  // The faults can come a moment after the count; and once focused, it must not take the focus again while one types.
  useEffect(() => {
    if (tryCount === 0) focusedTry.current = 0;
    if (tryCount <= focusedTry.current || summary.current === null) return;
    focusedTry.current = tryCount;
    summary.current.focus();
  });
  if (tryCount === 0 || faults.length === 0) return null;
  return (
    <div ref={summary} tabIndex={-1} role="alert" className="rounded-lg">
      <Notice
        kind="fail"
        title={
          faults.length === 1
            ? "One field needs to be corrected"
            : `${faults.length} fields need to be corrected`
        }
      >
        <p>{children}</p>
        <ul className="list-disc space-y-1 pl-5">
          {faults.map(({ id, message }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={focusControl} className="font-medium underline underline-offset-3">
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** A fragment alone moves the view and not the focus. */
function focusControl(event: { preventDefault: () => void; currentTarget: HTMLAnchorElement }) {
  const control = document.getElementById(event.currentTarget.hash.slice(1));
  if (control === null) return;
  event.preventDefault();
  control.focus();
  control.scrollIntoView({ block: "center" });
}
