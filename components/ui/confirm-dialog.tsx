import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button";

type Props = {
  title: ReactNode;
  children: ReactNode;
  /** The button's words: the act itself, never "OK". */
  act: string;
  /** The button's words while it is under way. */
  actPending: string;
  isPending: boolean;
  onAct: () => void;
  /** Called when the person turns back: by the button or by Escape. */
  onClose: () => void;
};

/** The last step before an act that cannot be undone: a native modal, which holds the focus and gives it back. */
export function ConfirmDialog({ title, children, act, actPending, isPending, onAct, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  // A layout effect: it ends while the dialog is still on the page, and only then does it give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // On the title and not on a button: what is about to be done is read first, and Enter does nothing yet.
    heading.current?.focus();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isPending) onClose();
      }}
      onClose={() => {
        // A second Escape closes it whatever was said to the first.
        if (!dialog.current?.open) onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-xl border border-line bg-surface p-5 text-ink backdrop:bg-black/50"
    >
      <h2 id={titleId} ref={heading} tabIndex={-1} className="text-base outline-none">
        {title}
      </h2>
      <div className="foreign-text mt-3 space-y-4">{children}</div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="primary" onClick={onAct} aria-disabled={isPending || undefined}>
          {isPending ? actPending : act}
        </Button>
        <Button variant="quiet" onClick={onClose} disabled={isPending}>
          Go back
        </Button>
      </div>
    </dialog>
  );
}
