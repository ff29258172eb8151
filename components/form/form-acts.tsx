import { Button } from "#components/ui/button";

type Props = {
  /** The button's words: the act itself. */
  act: string;
  actPending: string;
  isPending: boolean;
  onClose: () => void;
};

/** The act of a form and the way back out of it. While the act is under way there is no way back. */
export function FormActs({ act, actPending, isPending, onClose }: Props) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="primary" aria-disabled={isPending || undefined}>
        {isPending ? actPending : act}
      </Button>
      <Button variant="quiet" onClick={onClose} disabled={isPending}>
        Go back
      </Button>
    </div>
  );
}
