import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { useFormFocus } from "#components/form/form-focus";
import { TextArea } from "#components/form/input";
import { TextField } from "#components/form/text-field";
import { Trouble } from "#components/notice/trouble";
import { fieldFault } from "#lib/browser/field-faults";
import { act } from "#lib/calls/act";
import { type NameConfirmation, waysToConfirm } from "#lib/contract/payees";
import { faultsOf } from "#lib/contract/problem";

type Props = { id: string; version: number; onDone: () => void; onClose: () => void };
type Way = NameConfirmation["how"];

const ways: Record<Way, { label: string; note: string; hint?: string }> = {
  called_back: {
    label: "I called them on a number that we had before",
    note: "Whom did you call?",
    hint: "With the last four digits of the number, which must not come from their latest message.",
  },
  bank_app: { label: "A bank’s app showed the name", note: "Note (optional)" },
  document: { label: "I saw a document", note: "Which document?" },
};

/** Says how the name of the current account was compared. The service can’t look a name up. */
export function ConfirmNameForm({ id, version, onDone, onClose }: Props) {
  const [how, setHow] = useState<Way>("called_back");
  const [shownName, setShownName] = useState("");
  const [note, setNote] = useState("");
  const { mutate, error, isPending } = useMutation(act("POST /api/payees/[id]/name"));
  const form = useFormFocus(error);

  function save(event: FormEvent) {
    event.preventDefault();
    const said = { ...(how === "bank_app" && { shownName }), ...(note.trim() !== "" && { note }) };
    mutate({ params: { id }, body: { version: `${version}`, how, ...said } }, { onSuccess: onDone });
  }

  const { note: noteLabel, hint } = ways[how];
  return (
    <form ref={form} noValidate method="post" className="space-y-4" onSubmit={save}>
      {error !== null && faultsOf(error).length === 0 && <Trouble error={error} />}
      <fieldset className="space-y-2">
        <legend className="text-[0.8125rem]/5 font-semibold">How did you confirm the name?</legend>
        {waysToConfirm.map((way) => (
          <label key={way} className="flex min-h-8 items-start gap-2.5 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="how"
              className="mt-0.5 shrink-0"
              checked={how === way}
              onChange={() => setHow(way)}
            />
            <span>{ways[way].label}</span>
          </label>
        ))}
      </fieldset>
      {how === "bank_app" && (
        <TextField
          label="The name that the app showed"
          hint="Type it as it was shown."
          error={fieldFault(error, "shownName")}
          value={shownName}
          autoComplete="off"
          maxLength={200}
          onText={setShownName}
        />
      )}
      <Field label={noteLabel} hint={hint} error={fieldFault(error, "note")}>
        {(wiring) => (
          <TextArea
            {...wiring}
            value={note}
            maxLength={500}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <FormActs act="Confirm the name" actPending="Saving" isPending={isPending} onClose={onClose} />
    </form>
  );
}
