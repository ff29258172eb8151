import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { driveSandbox } from "#lib/calls/acts";
import { transferQuery } from "#lib/calls/queries";

/** When the page looks for the callback, in milliseconds after the click. */
const looksMs = [400, 1_500, 4_000];

type Props = {
  id: string;
  /** Of buttons: what each says, and the status that it sends. */
  groups: readonly (readonly (readonly [words: string, status: string])[])[];
  /** Between the groups. */
  children: ReactNode;
};

export function SandboxActs({ id, groups, children }: Props) {
  const client = useQueryClient();
  const [sentCount, setSentCount] = useState(0);
  const mutation = useMutation({ ...driveSandbox(id), onSuccess: () => setSentCount((count) => count + 1) });

  useEffect(() => {
    if (sentCount === 0) return;
    const timers = looksMs.map((ms) => setTimeout(() => client.invalidateQueries(transferQuery(id)), ms));
    return () => timers.forEach(clearTimeout);
  }, [sentCount, client, id]);

  return (
    <>
      {groups.map((acts, place) => (
        <Fragment key={acts[0]?.[1]}>
          {place > 0 && children}
          <div className="mt-3 flex flex-wrap gap-2">
            {acts.map(([words, status]) => (
              <Button
                key={status}
                size="small"
                aria-disabled={mutation.isPending || undefined}
                onClick={() => !mutation.isPending && mutation.mutate(status)}
              >
                {words}
              </Button>
            ))}
          </div>
        </Fragment>
      ))}
      <p role="status" className="mt-2 empty:hidden">
        {mutation.isSuccess ? `Sent to the sandbox: ${mutation.variables}` : ""}
      </p>
      {mutation.error !== null && (
        <p role="alert" className="mt-2 text-fail">
          {mutation.error.message}
        </p>
      )}
    </>
  );
}
