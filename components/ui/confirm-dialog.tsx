import type { ReactNode } from "react";
import { BusyButton } from "./busy-button";
import { Button } from "./button";
import { Dialog } from "./dialog";

type Props = {
  title: ReactNode;
  children: ReactNode;
  /** The act itself, never "OK". */
  act: string;
  actPending: string;
  isPending: boolean;
  onAct: () => void;
  onClose: () => void;
};

/** The last step before an act that can't be undone. */
export function ConfirmDialog({ title, children, act, actPending, isPending, onAct, onClose }: Props) {
  return (
    <Dialog title={title} isPending={isPending} onClose={onClose}>
      {children}
      <div className="flex flex-wrap gap-3 pt-1">
        <BusyButton variant="primary" onClick={onAct} isOff={isPending}>
          {isPending ? actPending : act}
        </BusyButton>
        <Button variant="quiet" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
