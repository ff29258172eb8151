import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useFormFocus } from "#components/form/form-focus";
import { SmallFormActs } from "#components/form/small-form-acts";
import { TextField } from "#components/form/text-field";
import { Notice } from "#components/notice/notice";
import { HowChecked, isNameKnown } from "#components/payee/how-checked";
import { fieldFault } from "#lib/browser/field-faults";
import { act } from "#lib/calls/act";
import { detailOf } from "#lib/contract/problem";

type Props = {
  id: string;
  name: string;
  /** The payee is brought back, and not renamed. */
  isBack?: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** Renames a payee, or brings it back. A name that is known with another account needs a check. */
export function RenameForm({ id, name, isBack = false, onDone, onClose }: Props) {
  const [typed, setTyped] = useState(name);
  const [howChecked, setHowChecked] = useState("");
  const [isKnown, setIsKnown] = useState(isBack);
  const { mutate, error, isPending } = useMutation({
    ...act("PATCH /api/payees/[id]"),
    onError: (failure) => setIsKnown((before) => before || isNameKnown(failure)),
  });
  const form = useFormFocus(error);
  const howFault = fieldFault(error, "howChecked");
  const isOther = error !== null && howFault === undefined && !isNameKnown(error);
  const fault = isOther ? (fieldFault(error, "name") ?? detailOf(error)) : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = { ...(isBack ? { isArchived: false } : { name: typed }), ...(isKnown && { howChecked }) };
    mutate({ params: { id }, body }, { onSuccess: onDone });
  };
  return (
    <form ref={form} noValidate method="post" className="space-y-4" onSubmit={save}>
      {isNameKnown(error) && (
        <div tabIndex={-1} className="rounded-lg outline-none" role="alert">
          <Notice kind="warn" title={error.title}>
            {error.detail}
          </Notice>
        </div>
      )}
      {isBack && fault !== undefined && (
        <p tabIndex={-1} role="alert" className="rounded-lg outline-none">
          {fault}
        </p>
      )}
      {!isBack && <TextField label="Name" error={fault} value={typed} onText={setTyped} />}
      {isKnown && <HowChecked value={howChecked} error={howFault} onChange={setHowChecked} />}
      <SmallFormActs
        act={isBack ? "Bring back" : "Save the name"}
        actPending="Saving"
        isPending={isPending}
        onClose={onClose}
      />
    </form>
  );
}
