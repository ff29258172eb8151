import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { ConfirmDialog } from "#components/ui/confirm-dialog";

type Props = {
  /** Draws the button that opens the question. */
  button: (open: () => void) => ReactNode;
  title: string;
  act: string;
  actPending: string;
  send: () => Promise<unknown>;
  /** The dialog is closed by then. */
  onDone: () => void;
  /** What the act means. */
  children: ReactNode;
};

/** A button whose act is asked about once more. A refusal is said in the dialog, which stays open. */
export function AskFirst({ button, title, act, actPending, send, onDone, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, error, isPending } = useMutation({ mutationFn: send });
  function finish() {
    setIsOpen(false);
    onDone();
  }
  return (
    <>
      {button(() => setIsOpen(true))}
      {isOpen && (
        <ConfirmDialog
          title={title}
          act={act}
          actPending={actPending}
          isPending={isPending}
          onAct={() => mutate(undefined, { onSuccess: finish })}
          onClose={() => setIsOpen(false)}
        >
          {error !== null && <Trouble error={error} />}
          <p>{children}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
