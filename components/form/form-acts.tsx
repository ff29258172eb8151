import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";

type Props = {
  act: string;
  actPending: string;
  isPending: boolean;
  onClose: () => void;
};

/** While the act is under way, there is no way back. */
export function FormActs({ act, actPending, isPending, onClose }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <BusyButton type="submit" variant="primary" isOff={isPending}>
        {isPending ? actPending : act}
      </BusyButton>
      <Button variant="quiet" onClick={onClose} disabled={isPending}>
        Cancel
      </Button>
    </div>
  );
}
