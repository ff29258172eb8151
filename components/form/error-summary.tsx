import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";
import { focusLate } from "#lib/browser/late-focus";

type Props = {
  /** In the order of the page; each has the id of its control. */
  faults: readonly { id: string; message: string }[];
  /** Changes with every failed attempt; the summary then takes the focus. */
  tryCount: number;
  /** What the failed attempt means, such as "Nothing was created." */
  children: ReactNode;
};

export function ErrorSummary({ faults, tryCount, children }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const focusedTry = useRef(0);
  // The faults can come after the count. Once focused, it must not take the focus again during typing.
  useEffect(() => {
    if (tryCount === 0) focusedTry.current = 0;
    if (tryCount <= focusedTry.current || summary.current === null) return;
    focusedTry.current = tryCount;
    focusLate(summary.current);
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
