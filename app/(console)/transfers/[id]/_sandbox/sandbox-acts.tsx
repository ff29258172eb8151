import { Fragment, type ReactNode } from "react";
import { BusyButton } from "#components/ui/busy-button";
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
              <BusyButton key={status} size="small" isOff={isBusy} onClick={() => drive(status)}>
                {words}
              </BusyButton>
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
