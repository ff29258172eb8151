import { Fragment, type ReactNode } from "react";
import { Button } from "#components/ui/button";
import { useSandboxDrive } from "./use-sandbox-drive";

type Props = {
  id: string;
  /** Of buttons: what each says, and the status that it sends. */
  groups: readonly (readonly (readonly [words: string, status: string])[])[];
  /** Between the groups. */
  children: ReactNode;
};

export function SandboxActs({ id, groups, children }: Props) {
  const { drive, isBusy, sent, error } = useSandboxDrive(id);
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
                aria-disabled={isBusy || undefined}
                onClick={() => drive(status)}
              >
                {words}
              </Button>
            ))}
          </div>
        </Fragment>
      ))}
      <p role="status" className="mt-2 empty:hidden">
        {sent !== undefined ? `Sent to the sandbox: ${sent}` : ""}
      </p>
      {error !== null && (
        <p role="alert" className="mt-2 text-fail">
          {error.message}
        </p>
      )}
    </>
  );
}
