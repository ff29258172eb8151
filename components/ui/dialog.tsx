import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

type Props = {
  title: ReactNode;
  children: ReactNode;
  /** Nothing closes it meanwhile. */
  isPending?: boolean;
  onClose: () => void;
};

/** A native modal: it holds the focus, and returns it when it is removed. */
export function Dialog({ title, children, isPending = false, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  // A layout effect ends while the dialog is still on the page, and only then can it return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // On the title and not on a button: the reader comes first, and Enter does nothing yet.
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
        // Chromium closes on a second Escape whatever the first was told.
        if (!dialog.current?.open) onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-xl border border-line bg-surface p-5 text-ink backdrop:bg-black/50"
    >
      <h2 id={titleId} ref={heading} tabIndex={-1} className="foreign-text text-base outline-none">
        {title}
      </h2>
      <div className="foreign-text mt-3 space-y-4">{children}</div>
    </dialog>
  );
}
