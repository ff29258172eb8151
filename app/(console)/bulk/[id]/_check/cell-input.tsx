import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { classNames } from "#lib/text/class-names";

type Props = {
  label: string;
  text: string;
  describedBy: string;
  isAmount: boolean;
  /** Returns the error that stopped it. */
  onSave: (typed: string) => Promise<Error | undefined>;
  /** Enter has saved it; the focus goes back to the row. */
  onSaved: () => void;
};

/** A faulty cell in its place. Enter saves it, and leaving it too, as in a spreadsheet; Escape takes back what was typed. */
export function CellInput({ label, text, describedBy, isAmount, onSave, onSaved }: Props) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const sent = useRef(text);
  if (shown !== text) {
    setShown(text);
    // Somebody else's word, or what was just saved: nothing that is being typed goes.
    if (typed === shown) setTyped(text);
  }

  async function save(isByEnter: boolean) {
    if (typed === sent.current && typed === text) return;
    if (typed === sent.current && !isByEnter) return;
    sent.current = typed;
    const fault = await onSave(typed);
    if (fault !== undefined) sent.current = text;
    else if (isByEnter) onSaved();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(true);
  }

  function leave(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    sent.current = text;
    setTyped(text);
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="xl:-my-1.5">
      <input
        aria-label={label}
        aria-invalid
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={leave}
        onBlur={() => void save(false)}
        className={classNames(
          "control min-h-8! min-w-28 bg-fail-soft! px-2! tabular-nums pointer-coarse:min-h-11!",
          isAmount && "xl:text-right",
        )}
      />
    </form>
  );
}
