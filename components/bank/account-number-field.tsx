import { type ChangeEvent, Suspense, useLayoutEffect, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { lazyPart } from "#components/ui/lazy-part";
import { editAccountNumber, groupAccountNumber, stripAccountNumber } from "#lib/bank/account-number";
import { useEarlyText } from "#lib/browser/early-text";
import type { Bank } from "#lib/contract/api";
import { loadRemarks } from "./load-bank-search";

const AccountRemarks = lazyPart(() => loadRemarks().then(({ AccountRemarks }) => AccountRemarks));

type Props = {
  id?: string;
  /** Keeps characters that are no digits, so that the schema refuses them. */
  digits: string;
  onDigits: (digits: string) => void;
  onBlur?: () => void;
  bank: Bank | null;
  error: string | undefined;
};

/** Grouped for checking by eye; leading zeros stay. */
export function AccountNumberField({ id, digits, onDigits, onBlur, bank, error }: Props) {
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

  return (
    <div>
      <Field {...(id !== undefined && { id })} label="Account number" error={error}>
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
            className="tabular-nums [word-spacing:0.3em]"
          />
        )}
      </Field>
      <div role="status">
        {digits.length >= 10 && (
          <Suspense>
            <AccountRemarks
              bank={bank}
              digits={digits}
              onDigits={(account) => {
                onDigits(account);
                // The button is gone then.
                input.current?.focus();
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}
