import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";

type Props = {
  act: string;
  actPending: string;
  isPending: boolean;
  onClose: () => void;
};

/** Ends a small form that opened within a page: the act, and the way back, which stays open while the act is under way. */
export function SmallFormActs({ act, actPending, isPending, onClose }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      <BusyButton type="submit" variant="primary" size="small" isOff={isPending}>
        {isPending ? actPending : act}
      </BusyButton>
      <Button variant="quiet" size="small" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}
