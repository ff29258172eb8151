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
      <Button type="submit" variant="primary" aria-disabled={isPending || undefined}>
        {isPending ? actPending : act}
      </Button>
      <Button variant="quiet" onClick={onClose} disabled={isPending}>
        Cancel
      </Button>
    </div>
  );
}
