import { useMutation } from "@tanstack/react-query";
import type { Route } from "next";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SmallFormActs } from "#components/form/small-form-acts";
import { TextField } from "#components/form/text-field";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { PageLink } from "#components/ui/page-link";
import { focusLate } from "#lib/browser/late-focus";
import { act } from "#lib/calls/act";
import type { SavedView } from "#lib/contract/transfer/views";
import { faultOf } from "./fault-of";
import { useViewsAgain } from "./use-views-again";

type Props = {
  view: SavedView;
  mayChange: boolean;
  onClose: () => void;
  /** Says what was done. */
  onDone: (said: string) => void;
};

type Step = "shown" | "renaming" | "deleting";

/** Deleting asks once more in its place: everybody's view may be somebody's habit. */
export function ViewRow({ view, mayChange, onClose, onDone }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const [step, setStep] = useState<Step>("shown");
  const was = useRef(step);
  useEffect(() => {
    if (was.current === step) return;
    was.current = step;
    focusLate(row.current?.querySelector<HTMLElement>("input, button"));
  }, [step]);
  return (
    <li ref={row} className="py-1.5">
      {step === "renaming" ? (
        <RenameForm view={view} onDone={() => setStep("shown")} />
      ) : step === "deleting" ? (
        <DeleteStep view={view} onKeep={() => setStep("shown")} onDone={onDone} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-2">
          <PageLink
            href={view.address as Route}
            translate="no"
            onClick={onClose}
            className="text-link min-w-0 grow py-1"
          >
            {view.name}
          </PageLink>
          {!view.isReadable && <span className="text-[0.8125rem]/5 text-warn">Can’t be shown any more</span>}
          {mayChange && (
            <>
              <Button variant="quiet" size="small" onClick={() => setStep("renaming")}>
                Rename<span className="sr-only"> {view.name}</span>
              </Button>
              <Button variant="quiet" size="small" onClick={() => setStep("deleting")}>
                Delete<span className="sr-only"> {view.name}</span>
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function RenameForm({ view: { id, name }, onDone }: { view: SavedView; onDone: () => void }) {
  const [typed, setTyped] = useState(name);
  const { mutate, error, isPending } = useMutation({
    ...act("PATCH /api/views/[id]"),
    // Where it is gone, the list shows that.
    onSettled: useViewsAgain(),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ params: { id }, body: { name: typed } }, { onSuccess: onDone });
  };
  return (
    <form noValidate onSubmit={save} className="space-y-2">
      <TextField label="Name" error={faultOf(error)} value={typed} autoComplete="off" onText={setTyped} />
      <SmallFormActs act="Save the name" actPending="Saving" isPending={isPending} onClose={onDone} />
    </form>
  );
}

type DeleteProps = Pick<Props, "view" | "onDone"> & { onKeep: () => void };

function DeleteStep({ view: { id, name, isShared }, onKeep, onDone }: DeleteProps) {
  const { mutate, error, isPending } = useMutation({
    ...act("DELETE /api/views/[id]"),
    onSettled: useViewsAgain(),
    // Before its row is gone.
    onSuccess: () => onDone(`“${name}” is deleted.`),
  });
  return (
    <div className="space-y-2">
      <p>
        Delete <b className="font-semibold">{name}</b>
        {isShared && " from everybody’s menu"}? Its transfers stay as they are.
      </p>
      {error !== null && <p role="alert">{faultOf(error)}</p>}
      <div className="flex flex-wrap gap-2">
        <BusyButton
          variant="primary"
          size="small"
          isOff={isPending}
          onClick={() => mutate({ params: { id } })}
        >
          {isPending ? "Deleting" : "Delete view"}
        </BusyButton>
        <Button variant="quiet" size="small" onClick={onKeep}>
          Keep
        </Button>
      </div>
    </div>
  );
}
