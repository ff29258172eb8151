import { type ChangeEvent, useLayoutEffect, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { editAccountNumber, groupAccountNumber, stripAccountNumber } from "#lib/bank/account-number";
import { hasNubanCheckDigit } from "#lib/bank/nuban";
import { useEarlyText } from "#lib/browser/early-text";

type Props = {
  id?: string;
  /** Keeps characters that are no digits, so that the schema refuses them. */
  digits: string;
  onDigits: (digits: string) => void;
  onBlur?: () => void;
  bankCode: string;
  error: string | undefined;
};

/** Grouped for checking by eye; leading zeros stay. */
export function AccountNumberField({ id, digits, onDigits, onBlur, bankCode, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [shown, setShown] = useState(() => groupAccountNumber(digits));
  if (stripAccountNumber(shown) !== digits) setShown(groupAccountNumber(digits));

  useEarlyText(input, shown, (typed, isTyping) =>
    isTyping ? take(typed) : onDigits(stripAccountNumber(typed)),
  );
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const { isComposing, inputType } = nativeEvent as Partial<InputEvent>;
    // A keyboard that composes counts on the text that it has put there: it is grouped at the end.
    if (isComposing) take(target.value);
    else group(target, inputType === "deleteContentForward");
  }

  function group({ value: text, selectionStart }: HTMLInputElement, isForward = false) {
    const edited = editAccountNumber({ text, caret: selectionStart ?? text.length }, isForward);
    caret.current = edited.caret;
    take(edited.text);
  }

  function take(text: string) {
    setShown(text);
    onDigits(stripAccountNumber(text));
  }

  const isDoubtful = hasNubanCheckDigit(bankCode, digits) === false;
  return (
    <div>
      <Field
        {...(id !== undefined && { id })}
        label="Account number"
        hint="10 digits. Spaces and hyphens are removed."
        error={error}
      >
        {(wiring) => (
          <Input
            {...wiring}
            ref={input}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            value={shown}
            onChange={change}
            onCompositionEnd={({ currentTarget }) => group(currentTarget)}
            onBlur={onBlur}
            className="font-mono"
          />
        )}
      </Field>
      <p role="status" className={isDoubtful ? "mt-1 text-[0.8125rem]/5 text-warn" : "sr-only"}>
        {isDoubtful &&
          "The check digit doesn’t match this bank. Compare the number with what the recipient gave you."}
      </p>
    </div>
  );
}
