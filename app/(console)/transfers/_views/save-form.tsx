import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Choice } from "#components/form/choice";
import { TextField } from "#components/form/text-field";
import { BusyButton } from "#components/ui/busy-button";
import { focusLate } from "#lib/browser/late-focus";
import { act } from "#lib/calls/act";
import type { GivenFilters } from "#lib/contract/transfer/filter-names";
import type { ViewInput } from "#lib/contract/transfer/views";
import { faultOf } from "./fault-of";
import { useViewsAgain } from "./use-views-again";

type Props = { filters: GivenFilters; mayShare: boolean; onSaved: (name: string) => void };

export function SaveForm({ filters, mayShare, onSaved }: Props) {
  const group = useId();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const { mutate, error, isPending } = useMutation({
    ...act("POST /api/views"),
    onSettled: useViewsAgain(),
    // Before this form is gone.
    onSuccess: (view) => onSaved(view.name),
  });
  useEffect(() => {
    if (error !== null) focusLate(form.current?.querySelector<HTMLElement>("input"));
  }, [error]);

  function save(event: FormEvent) {
    event.preventDefault();
    // As the server reads an address; what is no filter, it refuses.
    const body = { name, isShared, filters: filters as ViewInput["filters"] };
    mutate({ body });
  }

  return (
    <form ref={form} noValidate onSubmit={save} className="space-y-4">
      <TextField label="Name" error={faultOf(error)} value={name} autoComplete="off" onText={setName} />
      {mayShare && (
        <fieldset>
          <legend className="sr-only">Who sees it</legend>
          <div className="space-y-2">
            <Choice
              name={group}
              isChosen={!isShared}
              onChoose={() => setIsShared(false)}
              title="Only you"
              hint="In your menu, on every device."
            />
            <Choice
              name={group}
              isChosen={isShared}
              onChoose={() => setIsShared(true)}
              title="Everybody"
              hint="In everybody’s menu. Finance and admins can rename and delete it."
            />
          </div>
        </fieldset>
      )}
      <BusyButton type="submit" variant="primary" isOff={isPending}>
        {isPending ? "Saving" : "Save view"}
      </BusyButton>
    </form>
  );
}
